/** What the tests need of the machine beside Node, and the Debian packages that bring it, the best first. */
export type Program = { readonly name: string; readonly packages: readonly string[]; readonly otherwise: string }

export const NEEDED: readonly Program[] = [
  {
    name: 'redis-server',
    packages: ['redis-server'],
    otherwise: 'install Redis so that redis-server is on the path',
  },
  {
    name: 'chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    otherwise: 'install Chromium, or name its program in the variable CHROMIUM',
  },
]

/** Whether Debian packages may be installed here without asking anybody. */
export type Rights = { readonly hasAptGet: boolean; readonly isRoot: boolean; readonly hasSudo: boolean }

export const mayInstall = ({ hasAptGet, isRoot, hasSudo }: Rights): boolean => hasAptGet && (isRoot || hasSudo)

const reason = ({ hasAptGet }: Rights): string =>
  hasAptGet ? 'installing needs root or sudo without a password' : 'there is no apt-get to install it with'

/** What a person should do where installing is not allowed. */
export const missingFaults = (missing: readonly Program[], rights: Rights): string[] =>
  missing.map(({ name, otherwise }) => `${name} is missing and ${reason(rights)}: ${otherwise}.`)

/** @param choice which of the packages of each program, from 0; the last of those that have fewer */
export const packagesOf = (programs: readonly Program[], choice: number): string[] =>
  programs.flatMap(({ packages }) => packages[choice] ?? packages.at(-1) ?? [])

/** Where no server answers it is told so in seconds: what is wanted may be what the tests can do without. */
const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']

/** The two commands that bring the packages, the second for when the machine does not know where they are. */
export function installCommands(packages: readonly string[], { isRoot }: Rights) {
  const first = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  return {
    install: [...first, 'install', '--yes', '--no-install-recommends', ...PATIENCE, ...packages],
    update: [...first, 'update', ...PATIENCE],
  }
}
