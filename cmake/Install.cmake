# Installation: headers, libraries, programs and assets, and the package files for find_package and pkg-config.
option(ROCKFALL_INSTALL "Install rockfall" ${PROJECT_IS_TOP_LEVEL})
if(NOT ROCKFALL_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rockfall)

install(TARGETS rockfall_core EXPORT rockfallTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rockfall_core/include/rockfall DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

if(TARGET rockfall_bindings)
  install(DIRECTORY ${ROCKFALL_BINDINGS_DIR}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rockfall/bindings OPTIONAL
    FILES_MATCHING PATTERN "rockfall_api.*" PATTERN "Rockfall.cs" PATTERN "rockfall.lua" PATTERN "rockfall.py")
endif()

# Package for find_package(rockfall). Only users of the static library link Qhull themselves.
set(ROCKFALL_CONFIG_QHULL OFF)
if(ROCKFALL_HAS_QHULL AND NOT BUILD_SHARED_LIBS)
  set(ROCKFALL_CONFIG_QHULL ON)
endif()
set(ROCKFALL_CONFIG_VIEWER "")
if(TARGET rockfall_viewer)
  # Optional: it may not be built when only the command-line program is.
  install(TARGETS rockfall_viewer EXPORT rockfallViewerTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/viewer/include/rockfall_viewer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT rockfallViewerTargets NAMESPACE rockfall:: DESTINATION ${package_dir})
  set(ROCKFALL_CONFIG_VIEWER ${CMAKE_STATIC_LIBRARY_PREFIX}rockfall_viewer${CMAKE_STATIC_LIBRARY_SUFFIX})
endif()
install(EXPORT rockfallTargets NAMESPACE rockfall:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/rockfallConfig.cmake.in
  ${PROJECT_BINARY_DIR}/rockfallConfig.cmake INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rockfallConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rockfallConfig.cmake ${PROJECT_BINARY_DIR}/rockfallConfigVersion.cmake
  DESTINATION ${package_dir})

# Package for pkg-config.
set(needed "")
if(ROCKFALL_HAS_QHULL)
  string(APPEND needed " -lqhull_r")
endif()
foreach(library IN LISTS ROCKFALL_C_RUNTIME)
  string(APPEND needed " -l${library}")
endforeach()
if(BUILD_SHARED_LIBS)
  set(ROCKFALL_PC_CFLAGS " -DRF_SHARED")
  set(ROCKFALL_PC_LIBS "")
  set(ROCKFALL_PC_LIBS_PRIVATE "${needed}")
else()
  # There is only a static library: --libs without --static must list everything that linking needs.
  set(ROCKFALL_PC_CFLAGS "")
  set(ROCKFALL_PC_LIBS "${needed}")
  set(ROCKFALL_PC_LIBS_PRIVATE "")
endif()
file(RELATIVE_PATH ROCKFALL_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(folder LIBDIR INCLUDEDIR)
  set(ROCKFALL_PC_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")  # perhaps not in the prefix
    file(RELATIVE_PATH to_folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_${folder}})
    set(ROCKFALL_PC_${folder} "\${pcfiledir}/${to_folder}")
  endif()
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/rockfall.pc.in ${PROJECT_BINARY_DIR}/rockfall.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rockfall.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN "make.sh" EXCLUDE PATTERN "*.py" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sandbox/embed DESTINATION ${CMAKE_INSTALL_DOCDIR}/sandbox
  PATTERN "CMakeLists.txt" EXCLUDE PATTERN "check.sh" EXCLUDE)
# rockfall_fix_links(FOLDER PLACES): replaces the links of the installed pages in FOLDER, see installed_links.cmake.
function(rockfall_fix_links folder places)
  if(NOT IS_ABSOLUTE "${folder}")
    set(folder "\${CMAKE_INSTALL_PREFIX}/${folder}")
  endif()
  install(CODE "
    set(places ${places})
    file(GLOB pages \"\$ENV{DESTDIR}${folder}/*.md\")")
  install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/installed_links.cmake)
endfunction()

# The pages refer to headers and samples by their places in the repository.
file(RELATIVE_PATH to_headers ${CMAKE_INSTALL_FULL_DOCDIR}/docs ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH to_data ${CMAKE_INSTALL_FULL_DOCDIR}/docs ${CMAKE_INSTALL_FULL_DATADIR}/rockfall)
set(places rockfall_core/include ${to_headers} viewer/include ${to_headers} assets ${to_data}/assets
  CHANGELOG.md ../CHANGELOG.md)
rockfall_fix_links(${CMAKE_INSTALL_DOCDIR}/docs "${places}")

# The programs find the shared library in the folder beside theirs, whatever the prefix.
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(own_folder "$ORIGIN")
  if(APPLE)
    set(own_folder "@loader_path")
  endif()
  foreach(program rockfall_program rockfall_sandbox)
    if(TARGET ${program})
      set_property(TARGET ${program} APPEND PROPERTY INSTALL_RPATH "${own_folder}/${to_libraries}")
    endif()
  endforeach()
endif()
if(TARGET rockfall_program)
  install(TARGETS rockfall_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets DESTINATION ${CMAKE_INSTALL_DATADIR}/rockfall)
  file(RELATIVE_PATH to_docs ${CMAKE_INSTALL_FULL_DATADIR}/rockfall/assets ${CMAKE_INSTALL_FULL_DOCDIR}/docs)
  set(places docs ${to_docs})
  rockfall_fix_links(${CMAKE_INSTALL_DATADIR}/rockfall/assets "${places}")
endif()
if(TARGET rockfall_sandbox)
  # Optional: ./sandbox/run.sh builds only the command-line program.
  install(TARGETS rockfall_sandbox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
endif()
