import { Group, Text, ThemeIcon, Tooltip } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { Step } from '../../../api/schema.ts'
import { stepsWithPlaces } from './branches.ts'
import { typeOf } from './types/step-types.ts'

const maxShown = 6

const placed = (step: Step, place: number) => ({ step, place })

/** Shows the pipeline as a row of icons. */
export function StepIcons({ steps }: { steps: readonly Step[] }) {
  const all = stepsWithPlaces(steps)
  const words = all.map(({ step }) => typeOf(step).label).join(', ')
  const left = all.length - Math.min(steps.length, maxShown)
  return (
    <Group gap={2} wrap="nowrap" role="img" aria-label={words}>
      {steps
        .slice(0, maxShown)
        .map(placed)
        .map(({ step, place }) => {
          const { icon: Icon, color, label, summaryOf } = typeOf(step)
          return (
            <Group key={place} gap={2} wrap="nowrap">
              {place > 0 && <ChevronRight size={12} color="var(--mantine-color-dimmed)" />}
              <Tooltip label={`${label}: ${summaryOf(step)}`}>
                <ThemeIcon variant="light" color={color} size={26}>
                  <Icon size={14} />
                </ThemeIcon>
              </Tooltip>
            </Group>
          )
        })}
      {left > 0 && (
        <Text size="xs" c="dimmed" ml={4}>
          +{left}
        </Text>
      )}
    </Group>
  )
}
