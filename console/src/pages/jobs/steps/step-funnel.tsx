import { Box, Text, ThemeIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Step, StepProgress } from '../../../api/schema.ts'
import { TemplateText } from '../../../components/template/template-text.tsx'
import { inSentence } from '../../../languages/in-sentence.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../../spinners/steps/branches.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import classes from './step-funnel.module.css'
import {
  allStepStatuses,
  type Chosen,
  defaultStepStatuses,
  type StepStatus,
  stepStatuses,
} from './step-statuses.ts'

const segments = ['passed', ...allStepStatuses] as const
const passedColor = 'var(--mantine-color-teal-6)'

/**
 * Shows for each step how many recipients reached it, completed it, and are still at it in each state. A
 * click on the number of a state lists its recipients.
 */
export function StepFunnel({
  items,
  steps,
  onChoose,
}: {
  items: readonly StepProgress[]
  /**
   * The steps of the spinner's version; empty while the version loads, so that the summaries of the steps are
   * missing.
   */
  steps: readonly Step[]
  onChoose: (chosen: Chosen) => void
}) {
  const placed = stepsWithPlaces(steps)
  const most = Math.max(1, ...items.map((item) => item.reached))
  return (
    <ol className="plain-list" aria-label={t('Steps')}>
      {items.map((item) => {
        const of = placed[item.step]
        const { icon: Icon, color, label, summaryOf } = typeOf(item)
        return (
          <li key={item.step} className={classes['step']} data-depth={of?.depth ?? 0}>
            <div className={classes['name']}>
              <ThemeIcon variant="light" color={color} size={30} aria-hidden>
                <Icon size={16} />
              </ThemeIcon>
              <Box miw={0}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  <span className={classes['path']}>{item.path}</span> {label}
                </Text>
                {of !== undefined && (
                  <Text size="xs" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
                    <TemplateText>{summaryOf(of.step)}</TemplateText>
                  </Text>
                )}
              </Box>
            </div>
            <div className={classes['flow']}>
              <Bar item={item} most={most} />
              <div className={classes['figures']}>
                <Figure word={t('Reached')} count={item.reached} />
                <Figure word={t('Completed')} count={item.passed} />
                {allStepStatuses
                  .filter((standing) => defaultStepStatuses.includes(standing) || item[standing] > 0)
                  .map((standing) => (
                    <Figure
                      key={standing}
                      word={stepStatuses[standing].word}
                      count={item[standing]}
                      standing={standing}
                      path={item.path}
                      onClick={() => onChoose({ step: item.step, standing })}
                    />
                  ))}
                {item.retried > 0 && <Figure word={t('Retried')} count={item.retried} />}
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** A bar whose length shows how many recipients came to a step; its segments show their states. */
function Bar({ item, most }: { item: StepProgress; most: number }) {
  const width = (count: number) => `${(count / most) * 100}%`
  return (
    <div className={classes['bar']} aria-hidden>
      {segments
        .filter((segment) => item[segment] > 0)
        .map((segment) => (
          <div
            key={segment}
            style={{
              width: width(item[segment]),
              background: segment === 'passed' ? passedColor : stepStatuses[segment].color,
            }}
          />
        ))}
    </div>
  )
}

/** A count of recipients at a step; a count of 0 is dimmed. */
function Figure({
  word,
  count,
  standing,
  path,
  onClick,
}: {
  word: string
  count: number
  standing?: StepStatus
  /** The path of the step in words, for users who do not see to which step the count belongs. */
  path?: string
  onClick?: () => void
}) {
  const Icon = standing === undefined ? null : stepStatuses[standing].icon
  const words = (
    <>
      <span className={classes['word']}>
        {Icon !== null && standing !== undefined && (
          <Icon size={12} color={count > 0 ? stepStatuses[standing].color : 'currentColor'} aria-hidden />
        )}
        {word}
      </span>{' '}
      <span className={`${classes['count']} numbers`}>{count.toLocaleString(language)}</span>
    </>
  )
  if (onClick === undefined || count === 0)
    return (
      <div className={classes['figure']} data-none={count === 0 || undefined} data-standing={standing}>
        {words}
      </div>
    )
  return (
    <UnstyledButton className={classes['figure'] ?? ''} onClick={onClick}>
      {words}
      <VisuallyHidden> {t('at step {path}', { path })}</VisuallyHidden>
    </UnstyledButton>
  )
}

export function wordsOfCount(count: number, standing: StepStatus): string {
  return `${count.toLocaleString(language)} ${inSentence(stepStatuses[standing].word)}`
}
