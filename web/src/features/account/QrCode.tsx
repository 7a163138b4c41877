import encodeQR from 'qr'
import { useMemo } from 'react'
import classes from './SecondFactor.module.css'

/** The text as a QR code. It is a secret, so it is drawn here and sent nowhere. Always dark on light, which every camera can read. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
    const cells = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: rows.length, path: cells.join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
