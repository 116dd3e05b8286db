import type { FastifyInstance } from 'fastify'
import type { Hub } from '../engine/hub.ts'
import { adminRoutes } from './adminRoutes.ts'
import { auditRoutes } from './auditRoutes.ts'
import { automationRoutes } from './automationRoutes.ts'
import { netlifyRoutes } from './netlifyRoutes.ts'
import { createOrderDesk, type OrderDeskParts } from './orderDesk.ts'
import { rconRoutes } from './rconRoutes.ts'

type GameDoors = OrderDeskParts & { readonly hub: OrderDeskParts['hub'] & Pick<Hub, 'query'> }

/** What is wanted of the game over HTTP, and who has wanted what. */
export function gameDoors(app: FastifyInstance, parts: GameDoors) {
  const desk = createOrderDesk(parts)
  adminRoutes(app, { hub: parts.hub, desk, serverKey: parts.serverKey })
  automationRoutes(app, desk)
  rconRoutes(app, desk)
  netlifyRoutes(app, desk)
  auditRoutes(app, parts)
}
