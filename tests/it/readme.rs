//! What the README shows is what the program does.
#[cfg(unix)]
#[test]
fn the_examples_of_the_readme_are_true() {
    super::console::check("README.md");
}
