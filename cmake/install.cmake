# cmake --install: the program, its manual page, what the docs say, the rules and
# templates of tocsin conf, a unit for systemd with its user and the rules that it begins
# with. Below /usr configuration is in /etc; below another prefix, in its etc.
# Rules that are there are left alone.
include(GNUInstallDirs)
option(TOCSIN_INSTALL_PMIE "Install the name pmie, too: PCP's own has it" OFF)

install(TARGETS tocsin)
install(FILES docs/man/tocsin.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN "*.pmie"
        PATTERN README.md EXCLUDE PATTERN man EXCLUDE)
install(DIRECTORY rules/pmieconf/sets/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tocsin/pmieconf
        FILES_MATCHING PATTERN "*.rules")
install(DIRECTORY rules/sets/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tocsin/sets
        FILES_MATCHING PATTERN "*.rules")
install(FILES packaging/systemd/tocsin.sysusers DESTINATION lib/sysusers.d
        RENAME tocsin.conf)

set(TOCSIN_UNIT ${CMAKE_SOURCE_DIR}/packaging/systemd/tocsin.service)
set(TOCSIN_RULES ${CMAKE_SOURCE_DIR}/docs/sample/host.pmie)
set(TOCSIN_UNIT_MADE ${CMAKE_BINARY_DIR}/install/tocsin.service)
install(CODE "
  set(bin \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR})
  set(etc \${CMAKE_INSTALL_PREFIX}/etc)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(etc /etc)
  endif()
  file(READ \"${TOCSIN_UNIT}\" unit)
  string(REPLACE /usr/bin/ \${bin}/ unit \"\${unit}\")
  string(REPLACE /etc/tocsin \${etc}/tocsin unit \"\${unit}\")
  file(WRITE \"${TOCSIN_UNIT_MADE}\" \"\${unit}\")
  file(INSTALL \"${TOCSIN_UNIT_MADE}\"
       DESTINATION \${CMAKE_INSTALL_PREFIX}/lib/systemd/system)
  if(NOT EXISTS \$ENV{DESTDIR}\${etc}/tocsin/rules.pmie)
    file(INSTALL DESTINATION \${etc}/tocsin RENAME rules.pmie
         FILES \"${TOCSIN_RULES}\")
  endif()")

if(TOCSIN_INSTALL_PMIE)
  install(CODE "file(CREATE_LINK tocsin
    \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/pmie SYMBOLIC)")
endif()
