import { Box, Group, Paper, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { ProgressPoint } from '../../../api/schema.ts'
import { roundTicks, stacked, timeTicks } from '../../../components/chart/chart-scale.ts'
import { recipientsOf } from '../../../components/job/job-progress.tsx'
import { countOf, recipientStates, settledStates } from '../../../components/job/recipient-states.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import classes from './progress-chart.module.css'

const height = 240
const inset = { top: 8, right: 12, bottom: 26, left: 52 }
const compact = new Intl.NumberFormat('en', { notation: 'compact' })

/**
 * A chart of stacked areas for the states of the recipients. Users can point at a time or reach it by arrow
 * keys.
 */
export function ProgressChart({ points }: { points: readonly ProgressPoint[] }) {
  const { ref, width } = useElementSize()
  const [chosen, choose] = useState<number | null>(null)
  const last = points.length - 1
  const start = Date.parse(points[0]?.at ?? '')
  const secondsAt = (index: number) => (Date.parse(points[index]?.at ?? '') - start) / 1_000
  const end = secondsAt(last)
  const top = Math.max(1, ...points.map(({ total }) => total))
  const x = (seconds: number) =>
    inset.left + (seconds / (end || 1)) * Math.max(0, width - inset.left - inset.right)
  const y = (count: number) => height - inset.bottom - (count / top) * (height - inset.top - inset.bottom)

  const states = settledStates.filter((state) => points.some((point) => countOf(point, state) > 0))
  const sums = points.map((point) => stacked(states.map((state) => countOf(point, state))))
  const edge = (level: number) => sums.map((sum, index) => `${x(secondsAt(index))},${y(sum[level] ?? 0)}`)
  const words = (index: number) => {
    const point = points[index]
    const counts =
      point === undefined ? [] : settledStates.map((state) => ({ state, count: countOf(point, state) }))
    const list = counts
      .filter(({ count }) => count > 0)
      .map(({ state, count }) => `${count.toLocaleString('en')} ${state}`)
    return `After ${wordsOfDuration(secondsAt(index))}: ${list.join(', ') || 'no recipient finished'}`
  }

  const moveTo = (index: number) => choose(Math.min(last, Math.max(0, index)))
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const pointed = clientX - currentTarget.getBoundingClientRect().left
    const distances = points.map((_, index) => Math.abs(x(secondsAt(index)) - pointed))
    choose(distances.indexOf(Math.min(...distances)))
  }
  const step = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    moveTo(to)
  }
  const at = Math.min(chosen ?? last, last)
  const chosenX = x(secondsAt(at))

  return (
    <Box>
      <Group gap="md" mb="xs" aria-hidden>
        {states.map((state) => (
          <Group key={state} gap={6}>
            <Box w={10} h={10} bg={recipientStates[state].color} style={{ borderRadius: 3 }} />
            <Text size="sm">{recipientStates[state].word}</Text>
          </Group>
        ))}
      </Group>
      <Box
        ref={ref}
        className={classes['chart'] ?? ''}
        role="slider"
        tabIndex={0}
        aria-label={`Progress over ${wordsOfDuration(end)} of ${recipientsOf(top)}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={words(at)}
        onKeyDown={step}
        onFocus={() => moveTo(at)}
        onBlur={() => choose(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => choose(null)}
      >
        <svg width="100%" height={height} aria-hidden>
          {roundTicks(top, 4).map((count) => (
            <g key={count}>
              <line x1={inset.left} x2={width - inset.right} y1={y(count)} y2={y(count)} />
              <text x={inset.left - 8} y={y(count)} dy="0.32em" textAnchor="end">
                {compact.format(count)}
              </text>
            </g>
          ))}
          {timeTicks(end, width < 500 ? 3 : 8).map((seconds) => (
            <text key={seconds} x={x(seconds)} y={height - 6} textAnchor="middle">
              {wordsOfDuration(seconds)}
            </text>
          ))}
          {states.map((state, level) => (
            <polygon
              key={state}
              points={[...edge(level), ...edge(level + 1).toReversed()].join(' ')}
              fill={recipientStates[state].color}
            />
          ))}
          {chosen !== null && (
            <line
              className={classes['chosen'] ?? ''}
              x1={chosenX}
              x2={chosenX}
              y1={inset.top}
              y2={height - inset.bottom}
            />
          )}
        </svg>
        {chosen !== null && (
          <Paper
            withBorder
            shadow="md"
            p="xs"
            className={classes['tooltip'] ?? ''}
            style={chosenX > width / 2 ? { right: width - chosenX + 10 } : { left: chosenX + 10 }}
            aria-hidden
          >
            <Text size="sm" className="numbers">
              {words(at)}
            </Text>
          </Paper>
        )}
      </Box>
    </Box>
  )
}
