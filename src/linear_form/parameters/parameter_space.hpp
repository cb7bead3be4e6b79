// From standard parameters to the columns of a form: shared values, declared zeros and relations.
#pragma once

#include "linear_form/linear_form_data.hpp"

namespace jourdain {

// The parameters of a form whose robot, options and standard set are given. Throws Error(usage).
std::vector<Parameter> share_parameters(const LinearFormData& data);

// True if legs of one group share their inertial parameters in this form.
bool shares_legs(const Mechanism& mechanism, const LinearFormOptions& options);

}  // namespace jourdain
