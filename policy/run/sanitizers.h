#pragma once

/// VOW_ADDRESS_SANITIZER and VOW_THREAD_SANITIZER are 1 in a build with that sanitizer, otherwise
/// 0. GCC defines a macro for each, clang has a feature test.

#if defined(__has_feature)
#define VOW_HAS_FEATURE(name) __has_feature(name)
#else
#define VOW_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || VOW_HAS_FEATURE(address_sanitizer)
#define VOW_ADDRESS_SANITIZER 1
#else
#define VOW_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__) || VOW_HAS_FEATURE(thread_sanitizer)
#define VOW_THREAD_SANITIZER 1
#else
#define VOW_THREAD_SANITIZER 0
#endif
