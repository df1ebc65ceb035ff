# The library for modules that are written elsewhere: find_package(vow) gives them vow::sdk, where vow is installed
# and in this build folder alike. Included by the root; vow-config.cmake is what find_package reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# One archive of all it needs, with the include lines that bundled modules have.
add_library(vow_sdk STATIC $<TARGET_OBJECTS:system> $<TARGET_OBJECTS:data> $<TARGET_OBJECTS:text> $<TARGET_OBJECTS:promise>
    $<TARGET_OBJECTS:description> $<TARGET_OBJECTS:wire> $<TARGET_OBJECTS:sdk>)
# Modules that read no YAML need no YAML library: what calls it are objects of their own in the archive.
set_source_files_properties(protocol/data/yaml.cpp protocol/data/yaml_reader.cpp protocol/data/yaml_tree.cpp
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_target_properties(vow_sdk PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME sdk)
target_compile_features(vow_sdk INTERFACE cxx_std_20)
target_include_directories(vow_sdk INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/vow>)
target_link_libraries(vow_sdk INTERFACE PkgConfig::ACL PkgConfig::PCRE2 PkgConfig::NETTLE)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[^ ]+")
    target_link_options(vow_sdk INTERFACE ${CMAKE_MATCH_0})
endif()

install(TARGETS vow_sdk EXPORT vow COMPONENT sdk)
install(DIRECTORY modules/sdk/cpp/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vow/modules/sdk/cpp COMPONENT sdk
    FILES_MATCHING PATTERN *.h PATTERN example EXCLUDE)
foreach(folder system data text promise description)
    install(DIRECTORY protocol/${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vow/protocol/${folder} COMPONENT sdk
        FILES_MATCHING PATTERN *.h PATTERN yaml*.h EXCLUDE) # what they need is not the package's
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/vow)
install(EXPORT vow FILE vow-sdk.cmake NAMESPACE vow:: DESTINATION ${package} COMPONENT sdk)
export(EXPORT vow FILE ${PROJECT_BINARY_DIR}/vow-sdk.cmake NAMESPACE vow::)
configure_file(modules/sdk/cpp/vow-config.cmake vow-config.cmake COPYONLY)
write_basic_package_version_file(vow-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vow-config.cmake ${PROJECT_BINARY_DIR}/vow-config-version.cmake DESTINATION ${package} COMPONENT sdk)
# For builds without CMake: pkg-config --cflags --libs vow-sdk
configure_file(modules/sdk/cpp/vow-sdk.pc.in vow-sdk.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vow-sdk.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT sdk)
