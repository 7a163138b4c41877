import { type Frame, Layout, Mark } from './Layout'
import type { Words } from './words'

interface ErrorPageProps {
  frame: Frame
  words: Words
  /** The HTTP status the lookup ended with. */
  status: number
}

export function ErrorPage({ frame, words, status }: ErrorPageProps) {
  const { heading, sentence } = status === 404 ? words.notFound : words.failed
  return (
    <Layout frame={frame} title={`${frame.product} ${heading}`} description={sentence}>
      <main className="error">
        <Mark size={72} />
        <h1>{heading}</h1>
        <p>{sentence}</p>
        {/* This page again, without any query: it works without script. */}
        {status !== 404 && (
          <a className="again" href="?">
            {words.tryAgain}
          </a>
        )}
      </main>
    </Layout>
  )
}
