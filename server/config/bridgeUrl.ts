import { z } from 'zod'
import { isBare } from './providerUrl.ts'

/** `/rcon/{command}` follows it; what opens the bridge goes in its own variable. */
export const BridgeUrl = z
  .url({ protocol: /^https?$/, error: 'an address as http://127.0.0.1:9000' })
  .refine(isBare, 'an address without user, password, ? and #; what opens the bridge belongs in BRIDGE_TOKEN')
