// How good a result is; gives colour and sign.
#pragma once

namespace jourdain {

enum class Tone { plain, good, caution, bad };

}  // namespace jourdain
