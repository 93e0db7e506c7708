# Third-party libraries, each behind the folder that uses it:
# TOCSIN_LIBRARIES_<folder> is linked to that folder's library.
find_package(Threads REQUIRED)
find_library(TOCSIN_RE2 NAMES libre2.a re2 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only: Spirit X3
find_package(LibArchive REQUIRED)
find_package(ZLIB REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(CURL 7.85 REQUIRED)
find_package(SQLite3 3.35 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)
find_path(TOCSIN_EDIT histedit.h REQUIRED)  # headers only
find_path(TOCSIN_MUSTACHE kainjow/mustache.hpp REQUIRED)  # headers only
find_package(antlr4-runtime REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)

set(TOCSIN_LIBRARIES_base/loop Threads::Threads)
# Its headers alone: base/tls/openssl.cc loads OpenSSL when it is needed.
add_library(tocsin_openssl INTERFACE)
target_include_directories(tocsin_openssl SYSTEM INTERFACE
    ${OPENSSL_INCLUDE_DIR})
set(TOCSIN_LIBRARIES_base/tls tocsin_openssl ${CMAKE_DL_LIBS})
# Its header alone: base/http/libcurl.cc loads libcurl when it is needed.
add_library(tocsin_curl INTERFACE)
target_include_directories(tocsin_curl SYSTEM INTERFACE ${CURL_INCLUDE_DIRS})
set(TOCSIN_LIBRARIES_base/http tocsin_curl ${CMAKE_DL_LIBS})
# The same: actions/delivery/database.cc loads SQLite.
add_library(tocsin_sqlite INTERFACE)
target_include_directories(tocsin_sqlite SYSTEM INTERFACE
    ${SQLite3_INCLUDE_DIRS})
set(TOCSIN_LIBRARIES_actions/delivery tocsin_sqlite ${CMAKE_DL_LIBS})
# Where there is one, the static library: the shared one costs each start of the
# program more, and few have receivers.
find_library(TOCSIN_YAML_CPP NAMES libyaml-cpp.a yaml-cpp REQUIRED)
set(TOCSIN_LIBRARIES_base/yaml ${TOCSIN_YAML_CPP})
set(TOCSIN_LIBRARIES_actions/receivers nlohmann_json::nlohmann_json)
set(TOCSIN_LIBRARIES_pmapi/notation Boost::headers)
# The same: pmapi/archive/unpacker.cc loads libarchive, gzip_reader.cc zlib.
add_library(tocsin_archive INTERFACE)
target_include_directories(tocsin_archive SYSTEM INTERFACE
    ${LibArchive_INCLUDE_DIRS} ${ZLIB_INCLUDE_DIRS})
set(TOCSIN_LIBRARIES_pmapi/archive tocsin_archive ${CMAKE_DL_LIBS})
set(TOCSIN_LIBRARIES_base ${TOCSIN_RE2} Threads::Threads)
# spdlog and its fmt as headers: two .cc files include them, and the shared
# libraries cost each start of the program a tenth more instructions.
add_library(tocsin_spdlog INTERFACE)
target_compile_definitions(tocsin_spdlog INTERFACE SPDLOG_FMT_EXTERNAL)
target_link_libraries(tocsin_spdlog INTERFACE fmt::fmt-header-only
    Threads::Threads)
set(TOCSIN_LIBRARIES_actions/notification nlohmann_json::nlohmann_json)
# The same: cli/line_editor.cc loads libedit.
add_library(tocsin_edit INTERFACE)
target_include_directories(tocsin_edit SYSTEM INTERFACE ${TOCSIN_EDIT})
set(TOCSIN_LIBRARIES_cli tocsin_spdlog CLI11::CLI11
    nlohmann_json::nlohmann_json tocsin_edit ${CMAKE_DL_LIBS})

# The rule language's lexer and parser, generated at build. Compiled as C++17
# without warnings: the tool (4.7.2) writes u8"" and the runtime is not ours.
set(TOCSIN_GENERATED ${CMAKE_BINARY_DIR}/generated)
