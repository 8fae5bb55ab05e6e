# The program, the library with its package config, the man page and the completions.
include(CMakePackageConfigHelpers)

install(TARGETS ect RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET ect-mpi)
  install(TARGETS ect-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS ect_library EXPORT ectTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                              LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET ect_shared)
  install(TARGETS ect_shared EXPORT ectTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/ect DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ectTargets NAMESPACE ect:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ect)

configure_package_config_file(cmake/ectConfig.cmake.in ${PROJECT_BINARY_DIR}/ectConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ect)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ectConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ectConfig.cmake ${PROJECT_BINARY_DIR}/ectConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ect)

install(FILES man/ect.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/ect.bash RENAME ect
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES completions/_ect DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
