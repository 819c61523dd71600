"""Hit and recall at 1, 3, 5, 10 and the reciprocal rank with Python sets: as many queries as the first argument says."""
import json
import random
import resource
import sys

random.seed(5)
POOL = []
for _ in range(1000):
    ranking = list(dict.fromkeys(f"doc_{random.randrange(5000):05d}" for _ in range(12)))[:10]
    relevant = {f"doc_{random.randrange(5000):05d}" for _ in range(random.randint(1, 3))}
    if random.random() < 0.8:
        relevant.add(ranking[random.randrange(10)])
    POOL.append((ranking, relevant))


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1000


before = cpu()
total = 0.0
for query in range(int(sys.argv[1])):
    ranking, relevant = POOL[query % 1000]
    for k in (1, 3, 5, 10):
        found = len(relevant & set(ranking[:k]))
        total += (1.0 if found else 0.0) + found / len(relevant)
    for index, document in enumerate(ranking):
        if document in relevant:
            total += 1.0 / (index + 1)
            break
print(json.dumps({"cpu": cpu() - before, "sum": total}))
