import { Box, Paper } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { language } from '../../languages/language.ts'
import classes from './chart-frame.module.css'

interface ChartSizes {
  /** The number of points in time of the chart, each of which users can choose. */
  readonly points: number
  /** The height of the chart in pixels. */
  readonly height: number
  /** The pixels between the edges of the chart and its plot, where the labels of the axes stand. */
  readonly inset: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>
  /** The count at the upper end of the chart's vertical axis. */
  readonly top: number
}

/** Holds which point of a chart over time is chosen, and places counts on its vertical axis. */
export function useChart({ points, height, inset, top }: ChartSizes) {
  const { ref, width } = useElementSize()
  const [chosen, choose] = useState<number | null>(null)
  const last = points - 1
  return {
    ref,
    width,
    height,
    inset,
    last,
    /** The index of the chart's point that the user chose; null if no point is chosen. */
    chosen,
    choose,
    /** The index of the chart's chosen point, or of its last point if none is chosen. */
    at: Math.min(chosen ?? last, last),
    /** The width in pixels of the chart's plot, without the space for the axes. */
    room: Math.max(0, width - inset.left - inset.right),
    y: (count: number) => height - inset.bottom - (count / top) * (height - inset.top - inset.bottom),
  }
}

interface ChartFrameProps {
  readonly chart: ReturnType<typeof useChart>
  /** The name of the chart for screen readers. */
  readonly label: string
  /** The counts at which the chart's vertical axis has labels. */
  readonly ticks: readonly number[]
  /** Returns the text that screen readers read for a point of the chart. */
  readonly words: (index: number) => string
  /** Returns the point nearest to a horizontal position, in pixels from the left edge of the chart. */
  readonly indexAt: (pixels: number) => number
  /** The content of the box that is shown beside the chart's chosen point. */
  /** Opens the list that a point counts; undefined if the chart leads to no list. */
  readonly onOpen?: ((index: number) => void) | undefined
  readonly tooltip: ReactNode
  readonly tooltipStyle: CSSProperties
  /** The SVG elements of the plot and of its horizontal axis. */
  readonly children: ReactNode
}

const compact = new Intl.NumberFormat(language, { notation: 'compact' })

/** The frame of a chart over time. Users can point at a point in time or reach it by arrow keys. */
export function ChartFrame(props: ChartFrameProps) {
  const { chart, label, ticks, words, indexAt, onOpen, tooltip, tooltipStyle, children } = props
  const { ref, width, height, inset, last, chosen, choose, at, y } = chart
  const moveTo = (index: number) => choose(Math.min(last, Math.max(0, index)))
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    moveTo(indexAt(clientX - currentTarget.getBoundingClientRect().left))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onOpen?.(at)
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
  return (
    <Box
      ref={ref}
      className={classes['chart'] ?? ''}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={words(at)}
      onKeyDown={press}
      onFocus={() => moveTo(at)}
      onBlur={() => choose(null)}
      onPointerMove={point}
      onPointerDown={point}
      onClick={() => chosen !== null && onOpen?.(chosen)}
      {...(onOpen !== undefined && { style: { cursor: 'pointer' } })}
      onPointerLeave={() => choose(null)}
    >
      <svg width="100%" height={height} aria-hidden>
        {ticks.map((count) => (
          <g key={count}>
            <line x1={inset.left} x2={width - inset.right} y1={y(count)} y2={y(count)} />
            <text x={inset.left - 8} y={y(count)} dy="0.32em" textAnchor="end">
              {compact.format(count)}
            </text>
          </g>
        ))}
        {children}
      </svg>
      {chosen !== null && (
        <Paper
          withBorder
          shadow="md"
          p="xs"
          className={classes['tooltip'] ?? ''}
          style={tooltipStyle}
          aria-hidden
        >
          {tooltip}
        </Paper>
      )}
    </Box>
  )
}
