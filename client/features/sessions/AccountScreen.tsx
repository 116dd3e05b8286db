import { GatedPage } from '../roles/GatedPage.tsx'
import { TokensPart } from '../tokens/TokensPart.tsx'
import { SessionsPart } from './SessionsPart.tsx'

/** Where somebody is signed in, and what programs may act for them. */
export function AccountScreen() {
  return (
    <GatedPage
      title="Sessions and tokens"
      lead="Where you are signed in, and which programs may act for you. End whatever you do not know."
      needs="play"
      atOnce="making a token"
    >
      {(you) => (
        <>
          <SessionsPart you={you} />
          <TokensPart you={you} />
        </>
      )}
    </GatedPage>
  )
}
