#include "core/elimination_impl.hpp"

namespace jourdain {

template class EliminationT<double>;

}  // namespace jourdain
