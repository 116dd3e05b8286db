export interface KnownRoute {
  readonly method: string
  /** With parameters: '/api/player/:id'. */
  readonly path: string
}

/** Every route of an app, parsed from Fastify's `printRoutes({ commonPrefix: false })`. */
export function routesOf(tree: string): KnownRoute[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    if (piece === '') return []
    const depth = indent.length / 4
    parents.length = depth
    const path = parents.join('') + piece
    parents[depth] = piece
    return methods
      .split(', ')
      .filter((method) => method !== '')
      .map((method) => ({ method, path }))
  })
}

/** A URL that matches the route. */
export const addressFor = ({ path }: KnownRoute) => path.replaceAll(/:\w+/g, 'x')
