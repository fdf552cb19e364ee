# Nix, in a clone: `nix run`, `nix build` or `nix develop`. docs/install.md says what a release adds.
{
  description = "Riichi mahjong for the terminal that explains furiten";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});

      # The version stands in one place, from which the wheel has it, too.
      version = builtins.head (
        builtins.match ".*__version__ = \"([^\"]+)\".*" (builtins.readFile ./engine/__init__.py)
      );

      # The Textual that the tests run with, whatever nixpkgs has.
      textual =
        python3Packages:
        python3Packages.textual.overridePythonAttrs (old: rec {
          version = "8.2.8";
          src = python3Packages.fetchPypi {
            pname = "textual";
            inherit version;
            hash = "sha256-PxBqn7xz453SZslxJDIIfeeKbWRAhMfCQdaiXDFpEVs=";
          };
          doCheck = false;
        });

      # nixpkgs has no fsrs.
      fsrs =
        python3Packages:
        python3Packages.buildPythonPackage rec {
          pname = "fsrs";
          version = "6.3.2";
          pyproject = true;
          src = python3Packages.fetchPypi {
            inherit pname version;
            hash = "sha256-f+eZR865LKNf3KPfpRGiOb4VsxfN5j1mQ6LaYRCETZE=";
          };
          build-system = [ python3Packages.setuptools ];
          dependencies = [ python3Packages.typing-extensions ];
          pythonImportsCheck = [ "fsrs" ];
        };

      furiten =
        pkgs:
        let
          inherit (pkgs) python3Packages;
        in
        python3Packages.buildPythonApplication {
          pname = "furiten";
          inherit version;
          pyproject = true;
          src = self;

          build-system = [ python3Packages.hatchling ];
          dependencies = [
            python3Packages.click
            (fsrs python3Packages)
            python3Packages.msgspec
            python3Packages.platformdirs
            python3Packages.rich
            (textual python3Packages)
          ];

          # The tests need other programs of mahjong; CI runs them. Here the program has to answer.
          doInstallCheck = true;
          installCheckPhase = ''
            $out/bin/furiten --version
            $out/bin/furiten hand 123m456p789s1113z --discards 9m3z
          '';

          meta = {
            description = "Riichi mahjong for the terminal that explains furiten";
            homepage = "https://github.com/furiten/furiten";
            changelog = "https://github.com/furiten/furiten/blob/v${version}/CHANGELOG.md";
            license = nixpkgs.lib.licenses.mit;
            mainProgram = "furiten";
          };
        };
    in
    {
      packages = forEach (pkgs: {
        default = furiten pkgs;
      });

      # Python and make: `make play` and `make test` do the rest.
      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          packages = [
            pkgs.python3
            pkgs.gnumake
          ];
        };
      });
    };
}
