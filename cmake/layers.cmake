# Reads tests/style/layers.txt and makes its libraries: folder a/b becomes the
# target tocsin_a_b from a/b/*.cc. A folder without sources is an INTERFACE
# library. cli is an executable, `tocsin`, on top of the library of its parts.
set(TOCSIN_LAYERS_FILE ${CMAKE_SOURCE_DIR}/tests/style/layers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${TOCSIN_LAYERS_FILE})

function(tocsin_target_name folder out)
  string(REPLACE "/" "_" name "tocsin_${folder}")
  set(${out} ${name} PARENT_SCOPE)
endfunction()

function(tocsin_add_layer folder)
  tocsin_target_name(${folder} target)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/cli/main.cc)
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} tocsin_flags
                        ${TOCSIN_LIBRARIES_${folder}})
  foreach(dependency IN LISTS ARGN)
    tocsin_target_name(${dependency} name)
    target_link_libraries(${target} ${scope} ${name})
  endforeach()
endfunction()

file(STRINGS ${TOCSIN_LAYERS_FILE} lines REGEX "^[a-z]")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([^:]+): *(.*)$" matched "${line}")
  set(folder ${CMAKE_MATCH_1})
  string(REPLACE " " ";" dependencies "${CMAKE_MATCH_2}")
  tocsin_add_layer(${folder} ${dependencies})
endforeach()

# Digits are the same on all processors: no product and sum rounded as one. That
# nobody looks at flags of floating point lets comparisons be packed.
target_compile_options(tocsin_base_kernels PRIVATE -ffp-contract=off
                       -fno-trapping-math)

if(EXISTS ${CMAKE_SOURCE_DIR}/cli/main.cc)
  add_executable(tocsin ${CMAKE_SOURCE_DIR}/cli/main.cc)
  target_link_libraries(tocsin PRIVATE tocsin_cli)
endif()
