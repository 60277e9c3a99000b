import { Box, Group, Text } from '@mantine/core'
import type { ProgressPoint } from '../../../api/schema.ts'
import { ChartFrame, useChart } from '../../../components/chart/chart-frame.tsx'
import { roundTicks, stacked, timeTicks } from '../../../components/chart/chart-scale.ts'
import {
  countOf,
  recipientStatuses,
  settledStatuses,
  wordsOfStatusCount,
} from '../../../components/job/recipient-statuses.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { t } from '../../../languages/text.ts'
import classes from './progress-chart.module.css'

const height = 240
const inset = { top: 8, right: 12, bottom: 26, left: 52 }

/**
 * A chart of stacked areas for the states of the recipients. Users can point at a time or reach it by arrow
 * keys.
 */
export function ProgressChart({ points }: { points: readonly ProgressPoint[] }) {
  const start = Date.parse(points[0]?.at ?? '')
  const secondsAt = (index: number) => (Date.parse(points[index]?.at ?? '') - start) / 1_000
  const top = Math.max(1, ...points.map(({ total }) => total))
  const chart = useChart({ points: points.length, height, inset, top })
  const { width, last, chosen, at, y } = chart
  const end = secondsAt(last)
  const x = (seconds: number) => inset.left + (seconds / (end || 1)) * chart.room

  const states = settledStatuses.filter((status) => points.some((point) => countOf(point, status) > 0))
  const sums = points.map((point) => stacked(states.map((status) => countOf(point, status))))
  const edge = (level: number) => sums.map((sum, index) => `${x(secondsAt(index))},${y(sum[level] ?? 0)}`)
  const words = (index: number) => {
    const point = points[index]
    const counts =
      point === undefined ? [] : settledStatuses.map((status) => ({ status, count: countOf(point, status) }))
    const list = counts
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => wordsOfStatusCount(status, count))
    return t('After {duration}: {list}', {
      duration: wordsOfDuration(secondsAt(index)),
      list: list.join(', ') || t('no recipient finished'),
    })
  }

  const indexAt = (pixels: number) => {
    const distances = points.map((_, index) => Math.abs(x(secondsAt(index)) - pixels))
    return distances.indexOf(Math.min(...distances))
  }
  const chosenX = x(secondsAt(at))

  return (
    <Box>
      <StateLegend states={states} />
      <ChartFrame
        chart={chart}
        label={t('Progress of the job over {duration}; recipients: {top, number}', {
          duration: wordsOfDuration(end),
          top,
        })}
        ticks={roundTicks(top, 4)}
        words={words}
        indexAt={indexAt}
        tooltip={
          <Text size="sm" className="numbers">
            {words(at)}
          </Text>
        }
        tooltipStyle={{
          top: 12,
          maxWidth: '50%',
          ...(chosenX > width / 2 ? { right: width - chosenX + 10 } : { left: chosenX + 10 }),
        }}
      >
        {timeTicks(end, width < 500 ? 3 : 8).map((seconds) => (
          <text key={seconds} x={x(seconds)} y={height - 6} textAnchor="middle">
            {wordsOfDuration(seconds)}
          </text>
        ))}
        {states.map((status, level) => (
          <polygon
            key={status}
            className={classes['area'] ?? ''}
            points={[...edge(level), ...edge(level + 1).toReversed()].join(' ')}
            fill={recipientStatuses[status].color}
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
      </ChartFrame>
    </Box>
  )
}

function StateLegend({ states }: { states: readonly (keyof typeof recipientStatuses)[] }) {
  return (
    <Group gap="md" mb="xs" aria-hidden>
      {states.map((status) => (
        <Group key={status} gap={6}>
          <Box w={10} h={10} bg={recipientStatuses[status].color} style={{ borderRadius: 3 }} />
          <Text size="sm">{recipientStatuses[status].word}</Text>
        </Group>
      ))}
    </Group>
  )
}
