import { z } from 'zod'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { postToHub } from '../roles/postToHub.ts'

interface TokenWish {
  readonly label: string
  readonly permissions: readonly Permission[]
  /** Epoch ms. */
  readonly endsAt: number
}

const Made = z.object({ token: z.string(), id: z.string() })

/** The token comes back this one time: the hub keeps only its hash. */
export const makeToken = (wish: TokenWish) => postToHub(Made, '/auth/tokens', wish)
