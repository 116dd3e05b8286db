import { type FormEvent, useState } from 'react'
import { account } from '../../../shared/features/account/account.ts'
import { createPack, joinPack } from '../../../shared/features/packs/commands.ts'
import { packNameLength, tidyCode } from '../../../shared/features/packs/pack.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './PackPanel.module.css'
import { ownAnimalLabel } from './packLabels.ts'

/** Forms to join or create a pack, for users without one. */
export function NoPack({ me, name }: { readonly me: string; readonly name: string }) {
  return (
    <>
      <section className={styles.section} aria-label="Join a pack">
        <div className={styles.intro}>
          <h2 className={styles.name}>You're not in a pack</h2>
          <OwnAnimal me={me} />
          <p className={styles.hint}>Pack members see each other on the map. You can hide any time.</p>
        </div>
        <JoinForm />
      </section>
      <section className={styles.section} aria-label="Create a pack">
        <CreateForm name={name} />
      </section>
    </>
  )
}

/** @param code of the invitation */
export function JoinForm({ code: invited = '' }: { readonly code?: string }) {
  const { run, busy, refusal, dismiss } = useCommand(joinPack)
  const [code, setCode] = useState(invited)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run({ code })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field
        label="Join by code"
        face="code"
        value={code}
        onValue={(typed) => {
          dismiss()
          setCode(tidyCode(typed))
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="6 letters and digits. Ask any member for it."
        problem={refusal?.message ?? null}
      />
      <Button type="submit" tone="main" busyLabel={busy ? 'Joining…' : null} disabled={code === ''}>
        Join pack
      </Button>
    </form>
  )
}

function CreateForm({ name }: { readonly name: string }) {
  const { run, busy, refusal, dismiss } = useCommand(createPack)
  const [wanted, setWanted] = useState(() => defaultName(name))
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run({ name: wanted })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field
        label="Or start your own"
        value={wanted}
        onValue={(typed) => {
          dismiss()
          setWanted(typed)
        }}
        maxLength={packNameLength}
        autoComplete="off"
        hint={
          <>
            <span>You lead it and invite others.</span>
            <span>
              {wanted.length} of {packNameLength}
            </span>
          </>
        }
        problem={refusal?.message ?? null}
      />
      <Button type="submit" busyLabel={busy ? 'Creating…' : null} disabled={wanted.trim() === ''}>
        Create pack
      </Button>
    </form>
  )
}

const ending = '’s pack'

const defaultName = (name: string) => `${name.slice(0, packNameLength - ending.length).trim()}${ending}`

/** The own dinosaur in a sentence, or why the map shows none. */
export function OwnAnimal({ me }: { readonly me: string }) {
  const label = ownAnimalLabel(useDocument(account, me).value, useDocument(vitals, me).value)
  return label === null ? null : <p>{label}</p>
}
