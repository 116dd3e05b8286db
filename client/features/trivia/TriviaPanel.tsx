import { useEffect, useRef, useState } from 'react'
import {
  answersOn,
  answerTrivia,
  nextQuestionAfterMs,
  readTrivia,
  streakOn,
  type TriviaAnswer,
  type TriviaQuestion,
  type TriviaRecord,
  triviaRecord,
} from '../../../shared/features/trivia/trivia.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type QueryUse, useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { useNow } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import styles from './Trivia.module.css'
import { type Answers, TriviaDone } from './TriviaDone.tsx'

/** Dino Trivia: the questions of the day, one after the other. @param account null for a guest */
export function TriviaPanel({ account }: { readonly account: string | null }) {
  const today = useQuery(readTrivia, {})
  return (
    <StatefulContent {...statesOf(today, ({ questions }) => questions.length === 0, null)}>
      {today.value === null ? null : account === null ? (
        <EmptyState picture="gate" title="Sign in to play Dino Trivia.">
          <p>Six questions a day.{today.value.reward > 0 ? ' Each correct answer earns Void Pearls.' : ''}</p>
          <SignInWays />
        </EmptyState>
      ) : (
        <OwnTrivia account={account} today={today.value} reload={today.reload} />
      )}
    </StatefulContent>
  )
}

export type TriviaSet = NonNullable<QueryUse<typeof readTrivia>['value']>

interface OwnTriviaProps {
  readonly account: string
  readonly today: TriviaSet
  readonly reload: () => void
}

function OwnTrivia({ account, today, reload }: OwnTriviaProps) {
  const own = useDocument(triviaRecord, account)
  const isOver = useNow(10_000) >= today.endsAt
  useEffect(() => {
    if (isOver) reload()
  }, [isOver, reload])
  return (
    <StatefulContent {...statesOf(own, () => false, null)}>
      {own.value ? (
        <div className={styles.trivia}>
          <Round key={today.day} today={today} kept={answersOn(own.value, today.day)} reload={reload} />
          <Countdown label="Next set in" to={today.endsAt} over="Loading today's questions…" />
          <OwnFigures today={today} record={own.value} />
        </div>
      ) : null}
    </StatefulContent>
  )
}

function OwnFigures({ today, record }: { readonly today: TriviaSet; readonly record: TriviaRecord }) {
  const streak = streakOn(record, today.day)
  return (
    <StatRow label="Your trivia">
      <Stat name="Per correct answer" value={<Price currency="voidPearls" amount={today.reward} />} />
      <Stat name="Streak" value={streak} unit={streak === 1 ? 'day' : 'days'} detail={`best ${record.bestStreak}`} />
      <Stat name="Correct so far" value={record.right} detail={`of ${record.answered}`} />
    </StatRow>
  )
}

interface RoundProps {
  readonly today: TriviaSet
  readonly kept: Answers
  readonly reload: () => void
}

/** The questions in turn. The first round counts; those of Play Again are judged and change nothing. */
function Round({ today, kept, reload }: RoundProps) {
  const { questions, day } = today
  const isComplete = questions.every(({ id }) => Object.hasOwn(kept, id))
  /** The answers of a round that does not count; null in the one that does. */
  const [again, setAgain] = useState<Answers | null>(null)
  /** The question whose answer is shown. */
  const [shown, setShown] = useState<string | null>(null)
  const [hasAnswered, noteAnswered] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(answerTrivia)
  const answers = again ?? kept
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), nextQuestionAfterMs)
    return () => clearTimeout(timer)
  }, [shown])
  const question = questions.find(({ id }) => (shown === null ? !Object.hasOwn(answers, id) : id === shown))
  if (!question)
    return <TriviaDone questions={questions} answers={answers} isAgain={again !== null} onAgain={() => setAgain({})} />
  const choose = async (option: number) => {
    const answer = await run({ day, question: question.id, option })
    if (!answer.ok) return
    const { correct, explanation, paid } = answer.output
    if (isComplete) setAgain((before) => ({ ...before, [question.id]: { chosen: option, correct, explanation, paid } }))
    setShown(question.id)
    noteAnswered(true)
  }
  const nth = questions.indexOf(question)
  return (
    <>
      <QuestionCard
        key={question.id}
        question={question}
        place={`Question ${nth + 1} of ${questions.length}`}
        answer={answers[question.id] ?? null}
        isBusy={busy || (shown !== null && !Object.hasOwn(answers, shown))}
        takesFocus={hasAnswered}
        onChoose={(option) => void choose(option)}
        onNext={() => setShown(null)}
      />
      {refusal ? (
        <Problem onDismiss={dismiss}>
          {refusal.message}{' '}
          {refusal.code === 'notToday' || refusal.code === 'unknownQuestion' ? (
            <Button
              onClick={() => {
                dismiss()
                reload()
              }}
            >
              Load today's questions
            </Button>
          ) : null}
        </Problem>
      ) : null}
    </>
  )
}

interface QuestionCardProps {
  readonly question: TriviaQuestion
  readonly place: string
  /** Null until it is answered. */
  readonly answer: TriviaAnswer | null
  readonly isBusy: boolean
  /** It follows another question: the keyboard goes on here. */
  readonly takesFocus: boolean
  readonly onChoose: (option: number) => void
  readonly onNext: () => void
}

function QuestionCard({ question, place, answer, isBusy, takesFocus, onChoose, onNext }: QuestionCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the question appears
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  const [chosen, setChosen] = useState<number | null>(null)
  const stateOf = (option: number) =>
    answer === null
      ? chosen === option && isBusy
        ? 'pending'
        : undefined
      : option === answer.correct
        ? 'right'
        : option === answer.chosen
          ? 'wrong'
          : 'other'
  return (
    <section className={styles.card} aria-labelledby="trivia-question">
      <p className={styles.place}>{place}</p>
      <h2 ref={heading} tabIndex={-1} id="trivia-question" className={styles.question}>
        {question.question}
      </h2>
      <ul className={styles.options}>
        {question.options.map((option, at) => (
          <li key={option}>
            <button
              type="button"
              className={styles.option}
              data-state={stateOf(at)}
              disabled={isBusy || answer !== null}
              onClick={() => {
                setChosen(at)
                onChoose(at)
              }}
            >
              <span className={styles.letter} aria-hidden="true">
                {'ABCD'[at]}
              </span>
              <span>{option}</span>
              {answer && at === answer.correct ? <span className={styles.verdict}>Right answer</span> : null}
              {answer && at === answer.chosen && at !== answer.correct ? (
                <span className={styles.verdict}>Your answer</span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.outcome} role="status">
        {isBusy ? 'Checking…' : null}
        {answer ? (
          <>
            <strong>{answer.chosen === answer.correct ? 'Correct!' : 'Wrong.'}</strong>{' '}
            {answer.paid > 0 ? `You earned ${amountInWords(answer.paid, 'voidPearls')}. ` : ''}
            {answer.explanation}
          </>
        ) : null}
      </div>
      {answer ? <Button onClick={onNext}>Next question</Button> : null}
    </section>
  )
}
