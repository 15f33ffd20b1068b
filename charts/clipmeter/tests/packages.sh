# Tests the packages of a release (scripts/release/charts) with made-up image digests.

digest_of() { printf 'sha256:%s' "$(printf "$1" | sha256sum | cut -c 1-64)"; }

make_packages() {
  local program
  export RELEASE_DIR=$folder/release REGISTRY=registry.example.com/Team IMAGE_PREFIX=meter
  mkdir -p "$RELEASE_DIR/images"
  for program in operator api scraper; do
    echo "registry.example.com/team/meter-$program:1.2.3@$(digest_of $program)" >"$RELEASE_DIR/images/$program"
  done
  scripts/release/charts package
}

# package_of CHART: prints the path of the package. Both charts have the version of the workspace.
package_of() { echo "$folder/release/charts/$1-$(scripts/release/version).tgz"; }

packages_name_the_published_images() {
  local program package
  package=$(package_of clipmeter)
  helm template clipmeter "$package" --namespace clipmeter --kube-version "$version" --set database.mode=dev >"$folder/objects"
  for program in operator api scraper; do
    grep -F "registry.example.com/team/meter-$program@$(digest_of $program)" "$folder/objects"
  done
  ! grep -F localhost/ "$folder/objects" || return 1
  helm template definitions "$(package_of clipmeter-crds)" --kube-version "$version" >"$folder/objects"
  grep '^kind: CustomResourceDefinition$' "$folder/objects"
}

packages_render_as_the_sources() {
  local options=(--namespace clipmeter --kube-version "$version" --set database.mode=dev --set image.registry=localhost) program
  for program in operator api scraper; do
    options+=(--set "$program.image.digest=" --set "$program.image.repository=clipmeter-$program")
  done
  helm template clipmeter "$(package_of clipmeter)" "${options[@]}" >"$folder/once"
  helm template clipmeter $chart "${options[@]}" >"$folder/twice"
  cmp "$folder/once" "$folder/twice"
}

packages_contain_no_tests_of_the_chart() {
  tar -tzf "$(package_of clipmeter)" >"$folder/files"
  grep -x clipmeter/values.schema.json "$folder/files"
  ! grep -E '^clipmeter/(ci|tests?)(/|$)' "$folder/files"
}

packages_need_all_digests() {
  export RELEASE_DIR=$folder/other REGISTRY=registry.example.com
  refused "images/operator does not exist" scripts/release/charts package
}

check "both charts are packaged for a registry" make_packages
check "a package uses the published images by digest" packages_name_the_published_images
check "a package otherwise renders the same as the chart's sources" packages_render_as_the_sources
check "a package contains no tests of the chart" packages_contain_no_tests_of_the_chart
check "a chart is not packaged before all images are published" packages_need_all_digests
