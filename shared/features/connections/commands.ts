import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { OneServer } from '../deliveries/commands.ts'
import { CheckedConnection, connectionNames } from './connections.ts'

/** Between two checks that users ask for, ms: hosts lock out an address that fails to sign in often. */
export const checkPauseMs = 10_000

/** Has all connections checked now. The document brings the results, one after the other. */
export const checkConnections = defineCommand({
  name: 'connections.check',
  permission: 'ownerPanel',
  input: z.object({ server: OneServer }),
  output: z.object({}),
  refusals: {
    busy: 'The connections are being checked.',
    tooSoon: 'The connections were checked a moment ago. Try again in {seconds} s.',
  },
})

/** What the hub's check found, connection by connection. */
export const reportConnections = defineCommand({
  name: 'connections.report',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    isChecking: z.boolean(),
    /** Null: none is new. */
    found: z.object({ name: z.enum(connectionNames), checked: CheckedConnection }).nullable(),
  }),
  output: z.object({}),
  refusals: {},
})
