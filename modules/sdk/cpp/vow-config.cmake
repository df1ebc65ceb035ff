# find_package(vow) brings vow::sdk, the library for promise modules in C++.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
find_dependency(OpenSSL COMPONENTS Crypto)
if(NOT TARGET PkgConfig::PCRE2)
    pkg_check_modules(PCRE2 REQUIRED QUIET IMPORTED_TARGET libpcre2-8)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vow-sdk.cmake)
