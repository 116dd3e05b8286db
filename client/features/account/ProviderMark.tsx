import type { Provider } from '../../../shared/features/account/identity.ts'
import { Stroke } from '../../ui/Stroke.tsx'

/** Our own marks, not the logos of the providers. */
const shapes: Readonly<Record<Provider, string>> = {
  steam:
    'M6.5 6h7a4 4 0 0 1 4 4.4l-.5 3.2c-.3 1.7-2.4 2-3.3.6L12.5 12h-5l-1.2 2.2c-.9 1.4-3 1.1-3.3-.6l-.5-3.2A4 4 0 0 1 6.5 6zM6.5 7.8v2.6M5.2 9.1h2.6M13.5 9.1h.1',
  discord:
    'M3 5.5A1.5 1.5 0 0 1 4.5 4h11A1.5 1.5 0 0 1 17 5.5v7a1.5 1.5 0 0 1-1.5 1.5H10l-4 3v-3H4.5A1.5 1.5 0 0 1 3 12.5zM6.8 9h.1M10 9h.1M13.2 9h.1',
}

export function ProviderMark({ provider, size = 20 }: { readonly provider: Provider; readonly size?: number }) {
  return (
    <Stroke size={size}>
      <path d={shapes[provider]} />
    </Stroke>
  )
}
