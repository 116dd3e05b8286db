import { useAtomValue } from 'jotai'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { LastWord } from '../session/LastWord.tsx'
import { FeatureCards } from './FeatureCards.tsx'
import styles from './HomeScreen.module.css'
import { IslandLine } from './IslandLine.tsx'
import { SignInBlocks } from './SignInBlocks.tsx'
import { WaterholeSheet } from './WaterholeSheet.tsx'
import { WelcomeBack } from './WelcomeBack.tsx'

/** The first page: whose house it is, how the island is, and the way in. */
export function HomeScreen() {
  const hello = useAtomValue(helloAtom)
  return (
    <main className={styles.page}>
      <section className={styles.hero} aria-labelledby="welcome">
        <div className={styles.sheet}>
          <WaterholeSheet />
        </div>
        <div className={styles.words}>
          <h1 id="welcome" className={styles.title}>
            Welcome to {hello?.community ?? 'Waterhole'}
          </h1>
          <p className={styles.lead}>
            The field station of the island. See where you are, keep your pack together, and know what is kept of you.
          </p>
          <IslandLine />
        </div>
      </section>
      {hello ? <LastWord /> : null}
      {!hello ? <NotKnown /> : hello.you ? <WelcomeBack you={hello.you} /> : <SignInBlocks demo={hello.demo} />}
      <FeatureCards />
    </main>
  )
}

function NotKnown() {
  const { name } = useAtomValue(connectionAtom)
  return (
    <p className={styles.notKnown} role="status">
      {name === 'stale'
        ? 'The hub does not answer, so nobody can sign in. This page goes on calling.'
        : 'Checking authentication...'}
    </p>
  )
}
