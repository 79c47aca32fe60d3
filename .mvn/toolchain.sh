# Sourced by ./run, ./lab, ./test and .ci/run, which set root. Finds the JDK and Maven, and builds.

required_java=25
jars=(coordinator-service client-service recommender-service operator-cli lab-cli acceptance)
build_stamp="$root/target/built"

# Java reads names of files and arguments by the locale, and under POSIX has ASCII only.
[ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

# Prints the feature version (25, 26, …) of the JDK in directory $1; fails when there is none.
java_feature_version() {
  local version=
  # /usr is no JDK of its own: what lies there is a link, or the stand-in of macOS.
  [ -n "$1" ] && [ "$1" != /usr ] || return 1
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  if [ -r "$1/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  fi
  if [ -z "$version" ]; then
    version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  fi
  [ -n "$version" ] && echo "$version"
}

# Prints the directory of the JDK that the java command on the PATH belongs to.
jdk_on_path() {
  local java
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    local target
    target=$(readlink "$java")
    case $target in
      /*) java=$target ;;
      *) java=$(dirname "$java")/$target ;;
    esac
  done
  (cd "$(dirname "$java")/.." && pwd)
}

# Sets JAVA_HOME to a JDK that is new enough: the one in JAVA_HOME, else the one on the PATH, else
# the lowest sufficient version in the usual places. Ends the script with 2 when there is none.
find_jdk() {
  local candidate version best= best_version=
  for candidate in "${JAVA_HOME-}" "$(jdk_on_path)"; do
    version=$(java_feature_version "$candidate") || continue
    if [ "$version" -ge "$required_java" ]; then
      export JAVA_HOME=$candidate
      return
    fi
  done
  for candidate in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
    version=$(java_feature_version "$candidate") || continue
    if [ "$version" -ge "$required_java" ] && [ "$version" -lt "${best_version:-1000}" ]; then
      best=$candidate
      best_version=$version
    fi
  done
  if [ -n "$best" ]; then
    export JAVA_HOME=$best
    return
  fi
  cat >&2 <<EOF
PriviRec needs a JDK $required_java or newer, and none was found: not in JAVA_HOME (${JAVA_HOME:-not set}),
not on the PATH, not in /usr/lib/jvm, /opt, /Library/Java/JavaVirtualMachines, ~/.sdkman or ~/.jdks.

Install one, for example
  Debian, Ubuntu   apt install openjdk-$required_java-jdk
  Fedora           dnf install java-$required_java-openjdk-devel
  macOS            brew install --cask temurin@$required_java
  any system       https://adoptium.net/temurin/releases/?version=$required_java
or, where it lies elsewhere, say so:  JAVA_HOME=/path/to/jdk $0
EOF
  exit 2
}

# Sets maven to a Maven 3.8 or newer: the installed one, else the wrapper, which downloads it once.
find_maven() {
  local version
  version=$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\.[0-9]*\).*/\1/p') || true
  case $version in
    '' | [012].* | 3.[0-7]) maven=$root/mvnw ;;
    *) maven=mvn ;;
  esac
  command -v unzip >/dev/null || PATH=$root/.mvn/stand-ins:$PATH
}

# Runs Maven on the whole project: run_maven LOGFILE ARGUMENT…
# The log goes to the file; on the screen appear the modules, and the errors.
run_maven() {
  local log=$1
  shift
  find_maven
  mkdir -p "$(dirname "$log")"
  (cd "$root" && "$maven" -B -ntp "$@" 2>&1) | tee "$log" | awk '
    /^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]$/ { sub(/^\[INFO\] Building /, "  "); print; fflush() }
    /^\[INFO\] Running / { sub(/^\[INFO\] Running /, "      "); print; fflush() }
    /^\[ERROR\]/ { print; fflush() }'
}

# Prints the path of the jar of module $1; fails when it is not built.
jar_of() {
  local jar
  for jar in "$root/$1/target/$1"-*-exec.jar "$root/$1/target/$1"-*.jar; do
    [ -f "$jar" ] && echo "$jar" && return
  done
  return 1
}

# True when every jar is there and no source is newer than the last build.
is_built() {
  local module
  [ -f "$build_stamp" ] || return 1
  for module in "${jars[@]}"; do
    jar_of "$module" >/dev/null || return 1
  done
  [ -z "$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main -newer "$build_stamp" -print | head -n 1)" ]
}

# Notes the moment that a build starts from; mark_built makes it count once the build is done.
mark_build_start() {
  mkdir -p "$root/target"
  touch "$build_stamp.started"
}

mark_built() {
  mv "$build_stamp.started" "$build_stamp"
}

# Builds the jars where a source is newer. Says so on standard error: what follows may print results.
ensure_built() {
  is_built && return
  echo "Building PriviRec with $JAVA_HOME (the first time also downloads what it needs)" >&2
  mark_build_start
  if ! run_maven "$root/target/build.log" package -T 1C -Dmaven.test.skip=true -Dspotless.check.skip=true >&2; then
    echo "The build failed. All of its output: $root/target/build.log" >&2
    exit 1
  fi
  mark_built
}

# Becomes the program of module $1, lab-cli or acceptance, with the other arguments. PRIVIREC_LAB_HEAP is its -Xmx.
# What sends load to services on the same cores compiles quickly and once: an optimising compiler would have half a core
# in the seconds that are measured.
# No option of the JVM silences its warning about incubator modules, so grep takes this single line out of
# standard error. grep ends with the JVM: it ignores the signals that end the JVM.
exec_java() {
  local module=$1 jvm_options=()
  shift
  if [ "$module" = acceptance ] && [[ ${1-} =~ ^(load|overload|outsiders)$ ]]; then
    jvm_options=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
  fi
  exec "$JAVA_HOME/bin/java" -Xmx"${PRIVIREC_LAB_HEAP:-3g}" "${jvm_options[@]}" --add-modules jdk.incubator.vector \
    --enable-native-access=ALL-UNNAMED -Dlab.home="$root" -jar "$(jar_of "$module")" "$@" \
    2> >(trap '' HUP INT TERM; exec grep -a --line-buffered -v '^WARNING: Using incubator modules: jdk.incubator.vector$' >&2)
}
