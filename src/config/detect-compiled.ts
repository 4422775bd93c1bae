// Checks of Cargo, Go, Maven and Gradle projects, whose build tools give the same commands everywhere (K14).
import type { Check } from './check.ts';
import type { Folder } from './detect-checks.ts';

export async function detectCargo(folder: Folder): Promise<Check[]> {
  if (!folder.has('Cargo.toml')) return [];
  return [
    { name: 'cargo-check', command: 'cargo check', from: 'Cargo.toml', kind: 'lint' },
    { name: 'cargo-test', command: 'cargo test', from: 'Cargo.toml', kind: 'unit' },
  ];
}

export async function detectGo(folder: Folder): Promise<Check[]> {
  if (!folder.has('go.mod')) return [];
  return [
    { name: 'go-vet', command: 'go vet ./...', from: 'go.mod', kind: 'lint' },
    { name: 'go-test', command: 'go test ./...', from: 'go.mod', kind: 'unit' },
  ];
}

export async function detectMaven(folder: Folder): Promise<Check[]> {
  if (!folder.has('pom.xml')) return [];
  const maven = folder.has('mvnw') ? './mvnw' : 'mvn';
  return [{ name: 'maven-test', command: `${maven} -B test`, from: 'pom.xml', kind: 'unit' }];
}

const GRADLE = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'];

export async function detectGradle(folder: Folder): Promise<Check[]> {
  const from = GRADLE.find(name => folder.has(name));
  if (from === undefined) return [];
  const gradle = folder.has('gradlew') ? './gradlew' : 'gradle';
  return [{ name: 'gradle-test', command: `${gradle} test`, from, kind: 'unit' }];
}
