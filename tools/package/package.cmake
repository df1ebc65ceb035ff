# The packages of `vow`: build/package/, made by `tools/dev package`. Included by the root. Files that only the
# packages have are of the component `agent`, as vow and its helper programs are; the C++ library is `sdk`.
set(from ${PROJECT_SOURCE_DIR}/tools/package)
set(VOW_PRINTER "" CACHE FILEPATH "The vow that prints manual and completion; for a cross build one that runs here")
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/package/man1/vow.1.gz
    COMMAND ${from}/pages $<IF:$<BOOL:${VOW_PRINTER}>,${VOW_PRINTER},$<TARGET_FILE:vow>> ${PROJECT_BINARY_DIR}/package
    DEPENDS $<IF:$<BOOL:${VOW_PRINTER}>,${VOW_PRINTER},vow> ${from}/pages ${from}/changelog)
add_custom_target(package_pages ALL DEPENDS ${PROJECT_BINARY_DIR}/package/man1/vow.1.gz)

function(install_for_package)
    install(${ARGN} COMPONENT agent EXCLUDE_FROM_ALL)
endfunction()
install_for_package(DIRECTORY ${PROJECT_BINARY_DIR}/package/man1 DESTINATION share/man)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/bash/vow DESTINATION share/bash-completion/completions)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/zsh/_vow DESTINATION share/zsh/vendor-completions)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/fish/vow.fish DESTINATION share/fish/vendor_completions.d)
install_for_package(FILES ${from}/vow.service ${from}/vow.timer ${from}/vow-pull.service ${from}/vow-pull.timer
    DESTINATION lib/systemd/system)
install_for_package(FILES ${from}/main.cf DESTINATION /etc/vow PERMISSIONS OWNER_READ OWNER_WRITE)
install_for_package(FILES ${from}/logrotate DESTINATION /etc/logrotate.d RENAME vow)
install_for_package(FILES ${from}/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz DESTINATION share/doc/vow)
file(GLOB manuals CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/docs/*.schema.json)
install_for_package(FILES ${manuals} DESTINATION share/doc/vow)
foreach(name cf-agent cf-promises) # the reference's names, out of the way of its own package
    file(CREATE_LINK ../../../bin/vow ${PROJECT_BINARY_DIR}/${name}.link SYMBOLIC)
    install_for_package(FILES ${PROJECT_BINARY_DIR}/${name}.link DESTINATION lib/vow/bin RENAME ${name})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL agent sdk)
if(TARGET vow-fleet) # a package of its own: few hosts need the library of the bus
    list(APPEND CPACK_COMPONENTS_ALL fleet)
    install(FILES ${from}/vow-agent.service DESTINATION lib/systemd/system COMPONENT fleet EXCLUDE_FROM_ALL)
    install(FILES ${from}/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz DESTINATION share/doc/vow-fleet COMPONENT fleet EXCLUDE_FROM_ALL)
    set(CPACK_DEBIAN_FLEET_PACKAGE_NAME vow-fleet)
    set(CPACK_DEBIAN_FLEET_DEBUGINFO_PACKAGE ON)
    set(CPACK_DEBIAN_FLEET_PACKAGE_CONTROL_EXTRA ${from}/fleet/prerm ${from}/fleet/postrm)
    set(CPACK_DEBIAN_FLEET_PACKAGE_CONTROL_STRICT_PERMISSION ON)
    set(CPACK_DEBIAN_FLEET_PACKAGE_DEPENDS "vow (>= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_FLEET_PACKAGE_SUGGESTS nats-server)
    set(CPACK_DEBIAN_FLEET_DESCRIPTION "many hosts for vow: vow fleet and vow agent
Hosts report their runs over a NATS server, answer questions, and take new
releases in waves; vow fleet shows all of them at a glance.")
endif()
if(CMAKE_CROSSCOMPILING) # dpkg-shlibdeps and CPack look for these on the machine of the build
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
    set(CPACK_OBJCOPY_EXECUTABLE ${CMAKE_OBJCOPY})
    set(CPACK_READELF_EXECUTABLE ${CMAKE_READELF})
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/package)
set(CPACK_PACKAGE_VENDOR "vow maintainers")
set(CPACK_PACKAGE_CONTACT "vow maintainers <maintainers@vow.example>")
set(CPACK_DEBIAN_AGENT_PACKAGE_NAME vow)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_AGENT_DESCRIPTION "promise runner: keeps what policy promises about this host
vow evaluates policy in CFEngine's language, Skopos plans, OtterScript and
Inmanta models, and has promise modules in any language keep the promises.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_AGENT_DEBUGINFO_PACKAGE ON) # vow-dbgsym
set(CPACK_DEBIAN_AGENT_PACKAGE_RECOMMENDS "libssl3, libxml2") # opened at their first use
set(CPACK_DEBIAN_AGENT_PACKAGE_SUGGESTS "python3, age, git")
set(CPACK_DEBIAN_AGENT_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/conffiles ${from}/prerm ${from}/postrm)
set(CPACK_DEBIAN_AGENT_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_SDK_PACKAGE_NAME vow-dev)
set(CPACK_DEBIAN_SDK_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_SDK_DESCRIPTION "promise runner: C++ library for promise modules
Headers, a static library, and the files by which CMake and pkg-config find it.
Modules in other languages need nothing but the library of their language.")
set(CPACK_DEBIAN_SDK_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_SDK_PACKAGE_DEPENDS "libacl1-dev, libpcre2-dev, nettle-dev")
set(CPACK_DEBIAN_SDK_PACKAGE_SUGGESTS "vow, cmake, pkg-config")
install(FILES ${from}/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz DESTINATION share/doc/vow-dev COMPONENT sdk EXCLUDE_FROM_ALL)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/conffiles CONTENT "/etc/vow/main.cf\n/etc/logrotate.d/vow\n")

# The RPMs, by `cpack -G RPM -D "CPACK_COMPONENTS_ALL=agent;fleet"`. Their dependencies are the libraries that rpm finds.
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_AGENT_PACKAGE_NAME vow)
set(CPACK_RPM_AGENT_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_AGENT_PACKAGE_SUMMARY "Promise runner: keeps what policy promises about this host")
set(CPACK_RPM_AGENT_PACKAGE_DESCRIPTION "vow evaluates policy in CFEngine's language, Skopos plans, OtterScript and
Inmanta models, and has promise modules in any language keep the promises.")
set(CPACK_RPM_AGENT_USER_FILELIST "%config(noreplace) /etc/vow/main.cf" "%config(noreplace) /etc/logrotate.d/vow")
set(CPACK_RPM_AGENT_PRE_UNINSTALL_SCRIPT_FILE ${from}/rpm_preun)
set(CPACK_RPM_FLEET_PACKAGE_NAME vow-fleet)
set(CPACK_RPM_FLEET_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_FLEET_PACKAGE_REQUIRES "vow >= ${PROJECT_VERSION}")
set(CPACK_RPM_FLEET_PACKAGE_SUMMARY "Many hosts for vow: vow fleet and vow agent")
set(CPACK_RPM_FLEET_PACKAGE_DESCRIPTION "Hosts report their runs over a NATS server, answer questions, and take new
releases in waves; vow fleet shows all of them at a glance.")
set(CPACK_RPM_FLEET_PRE_UNINSTALL_SCRIPT_FILE ${from}/fleet/rpm_preun)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /etc/logrotate.d /usr/lib/systemd /usr/lib/systemd/system
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/fish /usr/share/fish/vendor_completions.d
    /usr/share/man /usr/share/man/man1 /usr/share/zsh /usr/share/zsh/vendor-completions /usr/libexec)
# The same programs give the same bytes: no time and no host of the build.
set(CPACK_RPM_SPEC_MORE_DEFINE "%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost localhost
%global _build_id_links none
%global __os_install_post %{nil}")
include(CPack)
