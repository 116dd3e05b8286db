/** What the tests need of the machine beside Node, and the Debian package that brings it. */
export type Program = { readonly name: string; readonly package: string; readonly otherwise: string }

export const NEEDED: readonly Program[] = [
  {
    name: 'redis-server',
    package: 'redis-server',
    otherwise: 'install Redis so that redis-server is on the path',
  },
  {
    name: 'chromium',
    package: 'chromium',
    otherwise: 'install Chromium, or name its program in the variable CHROMIUM',
  },
]

/** Whether Debian packages may be installed here without asking anybody. */
export type Rights = { readonly hasAptGet: boolean; readonly isRoot: boolean; readonly hasSudo: boolean }

type Plan =
  | { readonly install: readonly string[]; readonly update: readonly string[] }
  | { readonly faults: readonly string[] }

const reason = ({ hasAptGet }: Rights): string =>
  hasAptGet ? 'installing needs root or sudo without a password' : 'there is no apt-get to install it with'

/** How to get what is missing: two commands, or, where that is not allowed, what a person should do. */
export function planInstall(missing: readonly Program[], rights: Rights): Plan {
  if (!rights.hasAptGet || !(rights.isRoot || rights.hasSudo)) {
    return { faults: missing.map(({ name, otherwise }) => `${name} is missing and ${reason(rights)}: ${otherwise}.`) }
  }
  const first = [...(rights.isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const packages = missing.map((program) => program.package)
  return {
    install: [...first, 'install', '--yes', '--no-install-recommends', ...packages],
    update: [...first, 'update'],
  }
}
