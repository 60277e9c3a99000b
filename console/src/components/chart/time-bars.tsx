import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { ChartFrame, useChart } from './chart-frame.tsx'
import { roundTicks, stacked } from './chart-scale.ts'
import classes from './time-bars.module.css'

/** A series of the stacked bars, drawn in one colour. The first series is at the bottom. */
export interface Series<Name extends string> {
  readonly name: Name
  /** The label of the series in lower case, as it follows a count: "3 held". */
  readonly word: string
  readonly color: string
}

type Counts<Name extends string> = Readonly<Record<Name, number>>

interface TimeBarsProps<Name extends string> {
  /** The name of the chart for screen readers. */
  readonly label: string
  readonly series: readonly Series<Name>[]
  /** The counts of each bar, with the start of the bar's period. */
  readonly parts: readonly (Counts<Name> & { readonly at: string })[]
  /**
   * Labels of a bar's period. `short` is drawn below the bar if it is not null; `full` is for the tooltip and
   * the table.
   */
  readonly short: (index: number) => string | null
  readonly full: (index: number) => string
  readonly height?: number
  /**
   * Opens the list that a series of a bar counts, after a click on it. A click beside the bar or Enter opens the lowest
   * series that has a count. Without it, bars are only shown.
   */
  readonly onOpen?: (index: number, name: Name) => void
}

const inset = { top: 6, right: 2, bottom: 20, left: 34 }
const formatted = (count: number) => count.toLocaleString(language)
const widestBar = 26

/**
 * A chart of stacked bars over time. Users can point at a bar or reach it by arrow keys; a hidden table holds
 * the same figures.
 */
export function TimeBars<Name extends string>(props: TimeBarsProps<Name>) {
  const { label, series, parts, short, full, height = 132, onOpen } = props
  const sums = parts.map((part) => stacked(series.map(({ name }) => part[name])))
  const most = Math.max(0, ...sums.map((sum) => sum.at(-1) ?? 0))
  const ticks = roundTicks(Math.max(most, 2), 3)
  const step = ticks[1] ?? 1
  const top = Math.max(most, Math.ceil(most / step) * step, 2)
  const chart = useChart({ points: parts.length, height, inset, top })
  const { width, last, chosen, at, y } = chart
  const band = chart.room / parts.length
  const bar = Math.min(widestBar, Math.max(1, band * 0.7))
  const x = (index: number) => inset.left + band * index
  const words = (index: number) =>
    `${full(index)}: ${wordsOf(series, parts[index]).join(', ') || t('nothing')}`

  return (
    <>
      <ChartFrame
        chart={chart}
        label={label}
        ticks={[...new Set([...ticks.filter((tick) => tick <= top), top])]}
        words={words}
        onOpen={openLowest(props)}
        indexAt={(pixels) => Math.floor((pixels - inset.left) / (band || 1))}
        tooltip={
          <>
            <Text size="xs" c="dimmed" mb={2}>
              {full(at)}
            </Text>
            <Legend series={series} counts={parts[at]} vertical />
          </>
        }
        tooltipStyle={{
          bottom: 'calc(100% - 4px)',
          minWidth: '9.5rem',
          ...(x(at) > width / 2 ? { right: width - x(at) - band } : { left: Math.max(0, x(at)) }),
        }}
      >
        {parts.map((part, index) => (
          <g key={part.at} className={index === last ? (classes['unfinished'] ?? '') : ''}>
            <rect
              className={classes['band'] ?? ''}
              data-chosen={index === chosen || undefined}
              x={x(index)}
              width={band}
              y={inset.top}
              height={height - inset.top - inset.bottom}
            />
            {series.map(({ name, color }, level) =>
              part[name] === 0 ? null : (
                <path
                  key={name}
                  fill={color}
                  onClick={(event) => openAlone(event, () => onOpen?.(index, name))}
                  d={barPath(
                    x(index) + (band - bar) / 2,
                    bar,
                    y(sums[index]?.[level + 1] ?? 0),
                    y(sums[index]?.[level] ?? 0),
                    isTop(series, part, level),
                  )}
                />
              ),
            )}
          </g>
        ))}
        {parts.map(({ at: begins }, index) => {
          const text = short(index)
          return text === null ? null : (
            <text key={begins} x={x(index) + band / 2} y={height - 4} textAnchor="middle">
              {text}
            </text>
          )
        })}
      </ChartFrame>
      <HiddenTable {...props} />
    </>
  )
}

/** Returns a function that opens the list of the lowest series with a count in a bar; undefined if bars lead nowhere. */
function openLowest<Name extends string>({ series, parts, onOpen }: TimeBarsProps<Name>) {
  if (onOpen === undefined) return undefined
  return (index: number) => {
    const lowest = series.find(({ name }) => (parts[index]?.[name] ?? 0) > 0) ?? series[0]
    if (lowest !== undefined) onOpen(index, lowest.name)
  }
}

/** Opens the list of a clicked series, without the list that a click on the rest of its bar opens. */
function openAlone(event: MouseEvent, open: () => void): void {
  event.stopPropagation()
  open()
}

/** The figures of the chart as a table for screen readers. */
function HiddenTable<Name extends string>({ label, series, parts, full }: TimeBarsProps<Name>) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            {series.map(({ name, word }) => (
              <th key={name} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            <tr key={part.at}>
              <th scope="row">{full(index)}</th>
              {series.map(({ name }) => (
                <td key={name}>{formatted(part[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

/**
 * The legend of a bar chart: its series with their colours and counts. Series with a count of 0 are dimmed.
 */
export function Legend<Name extends string>({
  series,
  counts,
  vertical = false,
  renderFigure,
}: {
  series: readonly Series<Name>[]
  counts: Counts<Name> | undefined
  vertical?: boolean
  /** Shows the figure of a series that is not 0, such as a link to the list that it counts. */
  renderFigure?: (name: Name, words: string) => ReactNode
}) {
  const Arranged = vertical ? Stack : Group
  return (
    <Arranged gap={vertical ? 2 : '2px 12px'}>
      {series.map(({ name, word, color }) => {
        const count = counts?.[name] ?? 0
        return (
          <Group key={name} gap={6} wrap="nowrap">
            <Box className={classes['key'] ?? ''} bg={color} style={count === 0 ? { opacity: 0.35 } : {}} />
            <Text size={vertical ? 'sm' : 'xs'} className="numbers" {...(count === 0 && { c: 'dimmed' })}>
              {count === 0 || renderFigure === undefined
                ? `${formatted(count)} ${word}`
                : renderFigure(name, `${formatted(count)} ${word}`)}
            </Text>
          </Group>
        )
      })}
    </Arranged>
  )
}

function wordsOf<Name extends string>(
  series: readonly Series<Name>[],
  counts: Counts<Name> | undefined,
): readonly string[] {
  return series.flatMap(({ name, word }) => {
    const count = counts?.[name] ?? 0
    return count === 0 ? [] : [`${formatted(count)} ${word}`]
  })
}

function isTop<Name extends string>(
  series: readonly Series<Name>[],
  part: Counts<Name>,
  level: number,
): boolean {
  return series.slice(level + 1).every(({ name }) => part[name] === 0)
}

/** Minimum height of a bar in px, so that a small count stays visible beside large ones. */
const minHeight = 1.5

function barPath(left: number, wide: number, from: number, to: number, rounded: boolean): string {
  const high = Math.max(minHeight, to - from)
  const begin = to - high
  const radius = rounded ? Math.min(3, wide / 2, high) : 0
  return `M${left},${to}V${begin + radius}q0,${-radius} ${radius},${-radius}h${wide - 2 * radius}q${radius},0 ${radius},${radius}V${to}z`
}
