# The rule language's parser: grammar/Rules.g4 through ANTLR's tool at build,
# into the library tocsin_grammar_rules. Generated code is compiled as C++17
# and without warnings: the tool (4.7.2) writes u8"" and is not ours.
find_program(TOCSIN_ANTLR antlr4 REQUIRED)
set(TOCSIN_ANTLR_INCLUDE ${ANTLR4_INCLUDE_DIR})

# clang 14 rejects one header that nobody here needs, so a copy of the umbrella
# header without it stands first on the path.
set(antlr_shim ${CMAKE_BINARY_DIR}/antlr-shim)
file(READ ${TOCSIN_ANTLR_INCLUDE}/antlr4-runtime.h umbrella)
string(REPLACE "#include \"misc/InterpreterDataReader.h\"" "" umbrella
       "${umbrella}")
file(CONFIGURE OUTPUT ${antlr_shim}/antlr4-runtime.h CONTENT "${umbrella}"
     @ONLY)

set(generated ${CMAKE_BINARY_DIR}/generated/rules)
add_custom_command(
  OUTPUT ${generated}/Rules.cpp ${generated}/Rules.h
  COMMAND ${TOCSIN_ANTLR} -Dlanguage=Cpp -no-listener -no-visitor -Werror
          -o ${generated} Rules.g4
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/grammar
  DEPENDS ${CMAKE_SOURCE_DIR}/grammar/Rules.g4
  COMMENT "ANTLR: grammar/Rules.g4" VERBATIM)

add_library(tocsin_grammar_rules STATIC
            ${generated}/Rules.cpp ${generated}/Rules.h)
set_target_properties(tocsin_grammar_rules PROPERTIES CXX_STANDARD 17)
target_compile_options(tocsin_grammar_rules PRIVATE -w)
target_include_directories(tocsin_grammar_rules SYSTEM PUBLIC
  ${antlr_shim} ${TOCSIN_ANTLR_INCLUDE} ${CMAKE_BINARY_DIR}/generated)
# Within the program, as RE2 and yaml-cpp: a shared library of C++ costs each
# start the search for thousands of names. By its file: the target would add
# libuuid, of which nothing is called.
target_link_libraries(tocsin_grammar_rules PUBLIC $<TARGET_FILE:antlr4_static>
                      Threads::Threads)

set(TOCSIN_LIBRARIES_grammar tocsin_grammar_rules)
