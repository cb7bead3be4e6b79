#include "core/elimination_impl.hpp"

#include "expression/expression.hpp"

namespace jourdain {

template class EliminationT<Expression>;

}  // namespace jourdain
