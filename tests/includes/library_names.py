"""Headers of names of the standard library and of other libraries."""

import re

# Names behind std:: by header; a name that is not here is not checked.
STANDARD = {
    "algorithm": "all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range fill fill_n "
    "find find_if find_if_not for_each generate includes inplace_merge is_sorted lexicographical_compare lower_bound "
    "make_heap max max_element merge min min_element minmax minmax_element mismatch none_of nth_element partial_sort "
    "partition pop_heap push_heap remove_copy_if remove_if replace replace_if reverse rotate search shuffle sort "
    "sort_heap stable_partition stable_sort swap_ranges transform unique upper_bound",
    "array": "array",
    "atomic": "atomic atomic_bool memory_order_acquire memory_order_relaxed memory_order_release",
    "cctype": "isalnum isalpha isdigit isspace tolower toupper",
    "cerrno": "errno",
    "cfenv": "fegetenv fegetround fenv_t fesetenv fesetround",
    "charconv": "chars_format from_chars to_chars",
    "chrono": "chrono",
    "cmath": "acos asin atan atan2 cbrt ceil copysign cos cosh erf erfc exp expm1 fabs floor fma fmax fmin fmod frexp "
    "hypot ilogb isfinite isinf isnan ldexp llround log log10 log1p log2 lround nan nanf nearbyint nextafter pow "
    "remainder rint round signbit sin sinh sqrt tan tanh trunc",
    "condition_variable": "condition_variable",
    "csignal": "raise sig_atomic_t signal",
    "cstdarg": "va_list",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t "
    "intmax_t uintmax_t",
    "cstdio": "FILE fclose feof ferror fflush fopen fprintf fputc fputs fread fscanf fseek ftell fwrite perror printf "
    "putchar puts snprintf sprintf sscanf vfprintf vprintf vsnprintf",
    "cstdlib": "abort aligned_alloc atof atoi calloc exit free getenv malloc realloc strtod strtof strtol strtoll "
    "strtoul strtoull system",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strcpy strlen strncmp strncpy strrchr strstr",
    "ctime": "clock localtime strftime time time_t tm",
    "deque": "deque",
    "exception": "current_exception exception_ptr rethrow_exception set_terminate terminate uncaught_exceptions",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "bind function greater less plus reference_wrapper",
    "future": "async future launch packaged_task promise",
    "iomanip": "setfill setprecision setw",
    "iostream": "cerr cin clog cout",
    "iterator": "back_inserter istream_iterator istreambuf_iterator make_move_iterator ostream_iterator",
    "limits": "numeric_limits",
    "list": "list",
    "locale": "locale",
    "map": "map multimap",
    "memory": "addressof make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock",
    "new": "align_val_t bad_alloc nothrow",
    "numeric": "accumulate adjacent_difference inner_product iota partial_sum reduce",
    "optional": "make_optional nullopt optional",
    "queue": "priority_queue queue",
    "random": "bernoulli_distribution mt19937 mt19937_64 normal_distribution random_device uniform_int_distribution "
    "uniform_real_distribution",
    "regex": "regex regex_match regex_replace regex_search smatch",
    "set": "multiset set",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error "
    "runtime_error",
    "streambuf": "streambuf",
    "string": "basic_string getline stod stof stoi stol stoll stoul stoull string to_string",
    "string_view": "string_view",
    "system_error": "errc error_code error_condition make_error_code system_error",
    "thread": "this_thread thread",
    "tuple": "forward_as_tuple make_tuple tie tuple",
    "type_traits": "common_type_t conditional_t decay_t enable_if_t invoke_result_t is_arithmetic_v is_base_of_v "
    "is_convertible_v is_copy_constructible is_enum_v is_floating_point_v is_integral_v is_pod is_same is_same_v "
    "is_standard_layout is_standard_layout_v is_trivially_copyable is_trivially_copyable_v is_unsigned_v "
    "remove_all_extents_t remove_const_t remove_cv_t remove_pointer_t remove_reference_t underlying_type_t void_t",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_multiset unordered_set",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in STANDARD.items() for name in names.split()}

# Other headers that declare the names of one as well, in every library.
ALSO = {
    "cstdint": ["stdint.h", "cinttypes"],
    "string": ["sstream", "fstream", "iostream", "stdexcept"],
    "string_view": ["string"],
    "iterator": ["fstream", "iostream", "sstream", "vector", "string", "map", "set"],
    "streambuf": ["iostream", "sstream", "fstream", "ostream"],
    "system_error": ["filesystem", "charconv"],
    "exception": ["stdexcept"],
}

# Names without std::, also of namespaces: pattern of the names, pattern of their headers, the header to propose.
OTHERS = [
    (re.compile(names), re.compile(headers), proposed)
    for names, headers, proposed in [
        (r"u?int(8|16|32|64)_t", r"stdint\.h|cstdint|cinttypes", "cstdint"),
        (r"TEST_CASE|CHECK|CHECK_FALSE|REQUIRE|SUBCASE|doctest", r"doctest/.*", "doctest/doctest.h"),
        (r"Eigen", r"Eigen/.*", "Eigen/Core"),
        (r"nlohmann", r"nlohmann/.*", "nlohmann/json.hpp"),
        (r"CLI", r"CLI/.*", "CLI/CLI.hpp"),
        (r"toml", r"toml\+\+/.*", "toml++/toml.h"),
        (r"nlopt", r"nlopt\.hpp", "nlopt.hpp"),
        (r"Im(Gui|Vec2|Vec4|DrawList|U32)", r"imgui.*", "imgui.h"),
        (r"GL_[A-Z]\w+|GL(int|uint|enum|float|sizei|char)|gl[A-Z]\w+", r"(glad|GLFW)/.*", "glad/gl.h"),
        (r"GLFW\w+|glfw[A-Z]\w+", r"GLFW/.*", "GLFW/glfw3.h"),
    ]
]


def library_header(name, qualifier, included):
    """The header to include for a name, or None.

    qualifier: "std" for std::name; None for a name without one
    included: the headers of libraries that the file includes, directly or through headers of the project
    """
    if qualifier == "std":
        header = HEADER_OF.get(name)
        return header if header and not included.intersection([header, *ALSO.get(header, [])]) else None
    if qualifier is None:
        for names, headers, proposed in OTHERS:
            if names.fullmatch(name) and not any(headers.fullmatch(header) for header in included):
                return proposed
    return None
