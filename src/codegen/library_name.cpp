#include "codegen/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>

namespace jourdain {
namespace {

constexpr std::string_view suffix_of_taken_names = "_robot";
constexpr std::size_t longest_library_name = 54, kept_of_long_name = 45;  // an identifier with the suffix, too

// Targets that CMake makes or keeps for itself, the library that generated code links, and names that Windows keeps.
constexpr std::string_view names_of_builds =
    " test tests all clean help install package package_source edit_cache rebuild_cache list_install_components "
    "preinstall "
    "install_local install_strip default_target depend uninstall all_build zero_check run_tests run_test cmake "
    "cmake_force "
    "m con prn aux nul ";

// Headers that a file NAME.h would hide from the headers of the C library, case aside.
constexpr std::string_view headers =
    " aio alloca argp argz assert bits byteswap complex cpio crypt ctype dirent dlfcn elf endian errno error execinfo "
    "fcntl "
    "features fenv float fmtmsg fnmatch fpu_control ftw getopt glob grp iconv ieee754 inttypes iso646 langinfo libgen "
    "libintl limits link locale malloc math memory monetary mqueue ndbm netdb nl_types omp poll pthread pwd quadmath "
    "regex "
    "sched search semaphore setjmp signal spawn stab stdalign stdarg stdatomic stdbool stdc-predef stddef stdint stdio "
    "stdlib stdnoreturn string strings syslog tar termios tgmath threads time uchar unistd unwind utime utmp values "
    "varargs "
    "wait wchar wctype windows wordexp xlocale xmmintrin immintrin emmintrin x86intrin arm_neon newlib reent ansidecl "
    "sys ";

// Functions, objects and macros of the headers that generated C++ includes, among which a namespace must find room.
// Variants with the endings below are not repeated.
constexpr std::string_view global_names =
    " a64l abort abs access acos acosh alarm aligned_alloc alloca asctime asin asinh asprintf at_quick_exit atan atan2 "
    "atanh atexit atof atoi atol atoll "
    "basename bcmp bcopy brk bsearch bzero calloc canonicalize canonicalize_file_name cbrt ceil chdir chmod chown "
    "clearenv clearerr clock close "
    "confstr connect copysign cos cosh ctermid ctime cuserid daddl ddivl dfma difftime dirname div dmull dprintf "
    "drand48 "
    "drem dsqrtl dsubl dup dup2 dysize ecvt encrypt environ erand48 erf erfc execl execv exit exp exp10 exp2 expm1 "
    "fabs fadd "
    "fclose fcloseall fcvt fd_mask fd_set fdim fdiv fdopen feof ferror fflush ffma ffs fgetc fgetpos fgets fileno "
    "finite "
    "flockfile floor fma fmax fmaximum fmaxmag fmemopen fmin fminimum fminmag fmod fmul fopen fopencookie fork fprintf "
    "fputc "
    "fputs fread free freopen frexp fromfp fromfpx fscanf fseek fseeko fsetpos fsqrt fsub fsync ftell ftello "
    "ftrylockfile "
    "ftruncate funlockfile fwrite gamma gcvt getc getchar getcwd getdate getdelim getenv gethostid getline getloadavg "
    "getopt "
    "getpayload getpid getpt getsubopt getw gets gmtime grantpt hypot ilogb index initstate ioctl isalnum isalpha "
    "isatty "
    "isblank iscanonical iscntrl isdigit iseqsig isfinite isgraph isgreater isinf isless islower isnan isnormal "
    "isprint "
    "ispunct issignaling isspace issubnormal isunordered isupper isxdigit iszero j0 j1 jn jrand48 kill l64a labs "
    "lchown "
    "lcong48 ldexp ldiv lgamma link llabs lldiv llogb llrint llround localeconv localtime lockf log log10 log1p log2 "
    "logb "
    "longjmp lrand48 lrint lround lseek malloc mblen mbstowcs mbtowc memccpy memchr memcmp memcpy memfrob memmem "
    "memmove "
    "mempcpy memset mkdtemp mkostemp mkostemps mkstemp mkstemps mktemp mktime modf mrand48 nan nearbyint nextafter "
    "nextdown "
    "nexttoward nextup nice nrand48 obstack on_exit open open_memstream pause pclose perror pipe popen posix pow pread "
    "printf pselect pthread "
    "ptsname putc putchar putenv puts putw pwrite qecvt qfcvt qgcvt qsort quad quick_exit rand random rawmemchr read "
    "readlink realloc reallocarray realpath remainder remove remquo rename renameat renameat2 rewind rindex rint rmdir "
    "round roundeven "
    "rpmatch sbrk scalb scalbln scalbn scanf secure_getenv seed48 select setbuf setbuffer setenv setjmp setlinebuf "
    "setlocale setpayload "
    "setpayloadsig setstate setvbuf sigaction signal signbit signgam significand sigset sin sincos sinh sleep snprintf "
    "sprintf sqrt srand srand48 srandom sscanf std stderr stdin stdout stime strcat strchr strcmp strcoll strcpy "
    "strcspn "
    "strdup strerror strfromd strfromf strfromi strfry strftime strlen strncat strncmp strncpy strndup strnlen strpbrk "
    "strptime strrchr strsep strsignal strspn strstr strtod strtof strtok strtol strtold strtoll strtoq strtoul "
    "strtoull "
    "strtouq strxfrm swab symlink sync syscall sysconf system tan tanh tempnam tgamma time timegm timelocal timer "
    "timespec "
    "timeval times timezone tmpfile tmpnam tolower totalorder totalordermag toupper trunc truncate ttyname tzname "
    "tzset "
    "u_char u_int u_long u_quad u_short ufromfp ufromfpx uint ulong ungetc unlink unlockpt unsetenv ushort usleep "
    "va_arg "
    "va_copy va_end va_list va_start valloc vasprintf vdprintf vfork vfprintf vfscanf vprintf vscanf vsnprintf "
    "vsprintf "
    "vsscanf wait wcstombs wctomb write wrong y0 y1 yn "
    "BIG_ENDIAN L_ctermid L_cuserid L_tmpnam BUFSIZ BYTE_ORDER CHAR_BIT DOMAIN EOF EXIT_FAILURE EXIT_SUCCESS FILE "
    "FILENAME_MAX FOPEN_MAX HUGE "
    "HUGE_VAL "
    "INFINITY LITTLE_ENDIAN MAXFLOAT MB_CUR_MAX NAN NFDBITS NULL OVERFLOW PDP_ENDIAN PLOSS P_tmpdir RAND_MAX SING SNAN "
    "TLOSS TMP_MAX UNDERFLOW WCONTINUED WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG "
    "WNOWAIT "
    "WSTOPPED WSTOPSIG WTERMSIG WUNTRACED errno i386 linux math_errhandling unix major minor makedev ";

constexpr std::string_view global_prefixes[] = {
    "M_",   "FP_",    "SEEK_",     "L_",        "FD_",   "HUGE_VAL", "SNAN",    "MATH_",    "RENAME_",
    "f32",  "f64",    "htobe",     "htole",     "be16",  "be32",     "be64",    "le16",     "le32",
    "le64", "lgamma", "fmaximum_", "fminimum_", "strto", "posix_",   "strfrom", "obstack_", "arc4random"};
constexpr std::string_view global_endings[] = {"f",    "l",  "f32", "f32x",      "f64", "f64x",
                                               "f128", "_r", "_l",  "_unlocked", "64"};

bool is_word_of(std::string_view list, std::string_view word) {
  return list.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// True for names of the headers of C and C++.
bool is_global_name(std::string_view name) {
  if (name.ends_with("_t") || is_word_of(global_names, name)) return true;
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  // Constants go on as they begin: M_PI, not M_ller.
  const auto starts_with = [&](std::string_view prefix) {
    return name.starts_with(prefix) &&
           (is_lower(prefix[0]) || name.size() == prefix.size() || !is_lower(name[prefix.size()]));
  };
  if (std::ranges::any_of(global_prefixes, starts_with)) return true;
  return std::ranges::any_of(global_endings, [&](std::string_view ending) {
    return name.ends_with(ending) && is_word_of(global_names, name.substr(0, name.size() - ending.size()));
  });
}

bool is_taken(const std::string& name) {
  if (name.ends_with(suffix_of_taken_names)) return false;
  const std::string lower = lower_case(name);
  return is_word_of(names_of_builds, lower) || is_word_of(headers, lower) || is_global_name(name) ||
         !is_identifier(name);
}

// Tells long names with the same start apart [FNV-1a].
std::string digest(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const unsigned char c : text) hash = (hash ^ c) * 16777619u;
  return fmt::format("{:08x}", hash);
}

}  // namespace

std::string library_identifier(std::string_view name) {
  // Letters and digits, and one _ for what is between them.
  std::string result;
  for (const unsigned char c : name) {
    const bool kept = c < 0x80 && std::isalnum(c);
    if (kept) result += static_cast<char>(c);
    if (!kept && !result.empty() && result.back() != '_') result += '_';
  }
  if (result.ends_with('_')) result.pop_back();
  if (result.empty()) return "robot_" + digest(name);
  if (std::isdigit(static_cast<unsigned char>(result[0]))) result = "robot_" + result;
  if (result.size() > longest_library_name) result = result.substr(0, kept_of_long_name) + "_" + digest(name);
  if (is_taken(result)) result += suffix_of_taken_names;
  return result;
}

}  // namespace jourdain
