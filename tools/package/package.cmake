# The Debian package of `vow`: build/package/, made by `tools/dev package`. Included by the root. Files that only the
# package has are of the component `agent`, as vow and its helper programs are.
set(from ${PROJECT_SOURCE_DIR}/tools/package)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/package/man1/vow.1.gz
    COMMAND ${from}/pages $<TARGET_FILE:vow> ${PROJECT_BINARY_DIR}/package
    DEPENDS vow ${from}/pages ${from}/changelog)
add_custom_target(package_pages ALL DEPENDS ${PROJECT_BINARY_DIR}/package/man1/vow.1.gz)

function(install_for_package)
    install(${ARGN} COMPONENT agent EXCLUDE_FROM_ALL)
endfunction()
install_for_package(DIRECTORY ${PROJECT_BINARY_DIR}/package/man1 DESTINATION share/man)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/bash/vow DESTINATION share/bash-completion/completions)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/zsh/_vow DESTINATION share/zsh/vendor-completions)
install_for_package(FILES ${PROJECT_BINARY_DIR}/package/fish/vow.fish DESTINATION share/fish/vendor_completions.d)
install_for_package(FILES ${from}/vow.service ${from}/vow.timer DESTINATION lib/systemd/system)
install_for_package(FILES ${from}/main.cf DESTINATION /etc/vow PERMISSIONS OWNER_READ OWNER_WRITE)
install_for_package(FILES ${from}/logrotate DESTINATION /etc/logrotate.d RENAME vow)
install_for_package(FILES ${from}/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz DESTINATION share/doc/vow)
file(GLOB manuals CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
install_for_package(FILES ${manuals} DESTINATION share/doc/vow)
foreach(name cf-agent cf-promises) # the reference's names, out of the way of its own package
    file(CREATE_LINK ../../../bin/vow ${PROJECT_BINARY_DIR}/${name}.link SYMBOLIC)
    install_for_package(FILES ${PROJECT_BINARY_DIR}/${name}.link DESTINATION lib/vow/bin RENAME ${name})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL agent)
if(TARGET vow-fleet) # a package of its own: few hosts need the library of the bus
    list(APPEND CPACK_COMPONENTS_ALL fleet)
    install(FILES ${from}/vow-agent.service DESTINATION lib/systemd/system COMPONENT fleet EXCLUDE_FROM_ALL)
    install(FILES ${from}/copyright DESTINATION share/doc/vow-fleet COMPONENT fleet EXCLUDE_FROM_ALL)
    set(CPACK_DEBIAN_FLEET_PACKAGE_NAME vow-fleet)
    set(CPACK_DEBIAN_FLEET_PACKAGE_DEPENDS "vow (>= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_FLEET_PACKAGE_SUGGESTS nats-server)
    set(CPACK_DEBIAN_FLEET_DESCRIPTION "many hosts for vow: vow fleet and vow agent
Hosts report their runs over a NATS server, answer questions, and take new
releases in waves; vow fleet shows all of them at a glance.")
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/package)
set(CPACK_PACKAGE_CONTACT "vow maintainers <maintainers@vow.example>")
set(CPACK_DEBIAN_AGENT_PACKAGE_NAME vow)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_AGENT_DESCRIPTION "promise runner: keeps what policy promises about this host
vow evaluates policy in CFEngine's language, Skopos plans, OtterScript and
Inmanta models, and has promise modules in any language keep the promises.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_AGENT_DEBUGINFO_PACKAGE ON) # vow-dbgsym
set(CPACK_DEBIAN_AGENT_PACKAGE_SUGGESTS "python3, age, git")
set(CPACK_DEBIAN_AGENT_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/conffiles ${from}/prerm ${from}/postrm)
set(CPACK_DEBIAN_AGENT_PACKAGE_CONTROL_STRICT_PERMISSION ON)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/conffiles CONTENT "/etc/vow/main.cf\n/etc/logrotate.d/vow\n")
include(CPack)
