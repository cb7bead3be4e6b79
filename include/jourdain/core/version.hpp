// The version of the library.
#pragma once

namespace jourdain {

// "major.minor.patch" of the library that is linked, for example "0.1.0". A control loop may call it.
const char* version();

}  // namespace jourdain
