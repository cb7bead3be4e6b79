// Whether this is a build with the address sanitizer: it has its own malloc, and everything takes twenty times as long.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define JOURDAIN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JOURDAIN_SANITIZED 1
#endif
#endif
#ifndef JOURDAIN_SANITIZED
#define JOURDAIN_SANITIZED 0
#endif
