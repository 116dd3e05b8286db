import { z } from 'zod'
import { nameProblem } from '../../../shared/engine/givenName.ts'
import { createPack, joinPack, packNameWords } from '../../../shared/features/packs/commands.ts'
import { packNameLength, suggestedPackName, tidyCode } from '../../../shared/features/packs/pack.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { useDraft, useTextDraft } from '../../ui/useDraft.ts'
import { OwnAnimal } from './OwnAnimal.tsx'
import styles from './PackPanel.module.css'

/** Forms to join or create a pack, for users without one. */
export function NoPack({ me, name }: { readonly me: string; readonly name: string }) {
  return (
    <>
      <section className={styles.section} aria-label="Join a pack">
        <div className={styles.intro}>
          <h2 className={styles.name}>You're not in a pack</h2>
          <OwnAnimal me={me} />
          <p className={styles.hint}>Pack members see each other on the map. You can hide at any time.</p>
        </div>
        <JoinForm />
      </section>
      <section className={styles.section} aria-label="Create a pack">
        <CreateForm name={name} />
      </section>
    </>
  )
}

function JoinForm() {
  const { run, busy, refusal, dismiss } = useCommand(joinPack)
  const { value: code, change, clear } = useTextDraft('packCode')
  const join = async () => {
    if ((await run({ code })).ok) clear()
  }
  return (
    <Form label="Pack code" action="Join pack" busyLabel={busy ? 'Joining…' : null} onSubmit={() => void join()}>
      <Field
        label="Join by code"
        face="code"
        value={code}
        onValue={(typed) => {
          dismiss()
          change(tidyCode(typed))
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        needed="Enter the code."
        hint="6 letters and digits. Ask any member for it."
        problem={refusal?.message ?? null}
      />
    </Form>
  )
}

function CreateForm({ name }: { readonly name: string }) {
  const { run, busy, refusal, dismiss } = useCommand(createPack)
  const { value: wanted, change, clear } = useDraft('packName', z.string(), suggestedPackName(name))
  const create = async () => {
    if ((await run({ name: wanted })).ok) clear()
  }
  return (
    <Form
      label="New pack"
      action="Create pack"
      tone="plain"
      busyLabel={busy ? 'Creating…' : null}
      onSubmit={() => void create()}
    >
      <Field
        label="Or start your own"
        value={wanted}
        onValue={(typed) => {
          dismiss()
          change(typed)
        }}
        longest={packNameLength}
        check={nameProblem(packNameWords)}
        needed="Enter a name for the pack."
        autoComplete="off"
        hint="You lead it and invite others."
        problem={refusal?.message ?? null}
      />
    </Form>
  )
}
