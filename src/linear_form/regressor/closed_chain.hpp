// Where the linear form gets its motion from: nodes, rates and influence coefficients of the closed chain.
#pragma once

#include "linear_form/linear_form_data.hpp"

namespace jourdain {

// Nodes and rates of the motion that the workspace holds. Status: inconsistent for a workspace of another robot or a
// state of another form.
Status read_motion(const LinearFormData& form, Workspace& workspace, LinearFormState& state);

// The same with G, by one solve per driving motor, and the nodes' partial twists. Status: also singular.
Status closed_chain_motion(const LinearFormData& form, Workspace& workspace, LinearFormState& state);

}  // namespace jourdain
