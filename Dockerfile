# One image for servers and workers: docker build --tag malecon .
ARG BASE=python:3.12-slim
FROM ${BASE} AS built
WORKDIR /app
RUN python3 -m venv venv
COPY requirements-hosting.lock .
RUN venv/bin/pip install --no-cache-dir --no-deps --require-hashes --requirement requirements-hosting.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN venv/bin/pip install --no-cache-dir --no-deps .

FROM ${BASE}
RUN useradd --system --uid 10001 --create-home --home-dir /data malecon
COPY --from=built /app/venv /app/venv
ENV PATH=/app/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MALECON_CACHE=/app/compiled:/tmp/malecon \
    MALECON_FOLDER=/data \
    MALECON_HOST=all \
    MALECON_PORT=8000
# The rules are compiled for the processor that builds the image; on another sort workers compile them again, beside their work.
# root does it: any user may run compiled code that root owns, and nobody else can change it.
RUN MALECON_CACHE=/app/compiled malecon prepare
USER malecon
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s \
    CMD ["python3", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"MALECON_PORT\"]}/healthz', timeout=4)"]
CMD ["malecon", "serve"]
