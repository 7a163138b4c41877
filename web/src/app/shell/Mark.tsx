/** The shell with two rings of growth. It stands beside the name, so it has none of its own. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path
        className="mark-ink"
        d="M13.2 2.2c4.9 0 8.3 3.7 8.3 8.8 0 6.2-4.7 10.8-10.6 10.8-5 0-8.4-3.4-8.4-8.2 0-6.5 4.6-11.4 10.7-11.4Z"
      />
      <path className="mark-sea" d="M7 14.6c0-4.3 2.9-7.3 6.9-7.4M11 15.8c0-2.6 1.7-4.4 4.1-4.5" />
    </svg>
  )
}
