// Zod's own texts for what it refuses ("expected number, received string"), for the screens that show them. The hub has them always; without
// them a page says "Invalid input".
import { config } from 'zod/mini'
import english from 'zod/v4/locales/en.js'

config(english())
